/** Measuring: medians over several turns, Kelson and the baseline taken in turn, so that a slow moment hits both. */

/** One figure, beside that of the baseline in the same run; `unit` is of both. */
export interface Figure {
  readonly name: string;
  readonly kelson: number;
  readonly bare?: number;
  readonly unit: string;
  readonly note?: string;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of some work. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** Medians of both, in milliseconds, after one turn that does not count. */
export const inTurn = async (
  turns: number,
  kelson: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ kelson: number; bare: number }> => {
  const taken = { kelson: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn <= turns; turn += 1) {
    const pair = { kelson: await kelson(), bare: await bare() };
    if (turn === 0) continue;
    taken.kelson.push(pair.kelson);
    taken.bare.push(pair.bare);
  }
  return { kelson: median(taken.kelson), bare: median(taken.bare) };
};

/** A table in Markdown. */
export const table = (figures: readonly Figure[]): string =>
  [
    "| scenario | Kelson | bare | ratio | |",
    "|---|---|---|---|---|",
    ...figures.map(({ name, kelson, bare, unit, note = "" }) => {
      const ratio = bare === undefined ? "" : (kelson / bare).toFixed(2);
      return `| ${name} | ${shown(kelson)} ${unit} | ${bare === undefined ? "" : `${shown(bare)} ${unit}`} | ${ratio} | ${note} |`;
    }),
  ].join("\n");

const shown = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toFixed(2));
