/** Finds lines in a file, first exactly, then with the tolerance that models need. */

/** How lines may differ from those that are sought, from strict to loose. */
export const tolerances = ["exact", "trailing space", "surrounding space", "look-alikes"] as const;
export type Tolerance = (typeof tolerances)[number];

/** Where lines were found, how closely they fit, and where else they fit as closely. */
export interface Place {
  readonly at: number;
  readonly tolerance: Tolerance;
  readonly others: readonly number[];
}

/** Lines of a file that are sought again and again; each tolerance is worked out once. */
export interface Sought {
  readonly length: number;
  /** The index of the first of `wanted`, from `from` on; nearest to `near` when that is given, or only at `only`. */
  readonly find: (
    wanted: readonly string[],
    where: { readonly from: number; readonly near?: number | undefined; readonly only?: number | undefined },
  ) => Place | undefined;
}

export const sought = (lines: readonly string[]): Sought => {
  const views = new Map<Tolerance, readonly string[]>();
  const view = (tolerance: Tolerance): readonly string[] => {
    const known = views.get(tolerance) ?? lines.map(reduced[tolerance]);
    views.set(tolerance, known);
    return known;
  };
  return {
    length: lines.length,
    find: (wanted, { from, near, only }) => {
      for (const tolerance of tolerances) {
        const found = placesOf(view(tolerance), wanted.map(reduced[tolerance]), only ?? from);
        const fitting = only === undefined ? found : found.filter((at) => at === only && at >= from);
        const [at, ...others] = near === undefined ? fitting : fitting.toSorted(nearest(near));
        if (at !== undefined) return { at, tolerance, others };
      }
      return undefined;
    },
  };
};

/** The same tolerance as Codex has: white space, then dashes, quotes and spaces that look alike. */
const reduced: Readonly<Record<Tolerance, (line: string) => string>> = {
  exact: (line) => line,
  "trailing space": (line) => line.trimEnd(),
  "surrounding space": (line) => line.trim(),
  "look-alikes": (line) =>
    line
      .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
      .replaceAll(/[\u2018-\u201B]/g, "'")
      .replaceAll(/[\u201C-\u201F]/g, '"')
      .replaceAll(/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, " ")
      .trim(),
};

const placesOf = (lines: readonly string[], wanted: readonly string[], from: number): number[] => {
  const found: number[] = [];
  const [first] = wanted;
  if (first === undefined) return found;
  const last = lines.length - wanted.length;
  for (let at = lines.indexOf(first, from); at !== -1 && at <= last; at = lines.indexOf(first, at + 1)) {
    if (wanted.every((line, index) => lines[at + index] === line)) found.push(at);
  }
  return found;
};

const nearest =
  (near: number) =>
  (one: number, other: number): number =>
    Math.abs(one - near) - Math.abs(other - near);
