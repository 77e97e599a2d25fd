/** A row of the log viewer: number, time, kind, step and gist of a line, in columns that fit. */
import type { Paint } from "../theme.ts";
import { fill, fit } from "../viewers/fit.ts";
import type { LogLine } from "./log-line.ts";

export interface RowSpace {
  readonly columns: number;
  /** How many lines there are, so that numbers stand below each other. */
  readonly most: number;
}

export interface RowText {
  readonly plain: string;
  readonly painted: (paint: Paint) => string;
}

/** A line that is still being read has its number alone. */
export const logRow = (seq: number, line: LogLine | undefined, space: RowSpace): RowText => {
  const { number, time, type, step, gist } = widths(space);
  const cells = [
    String(line?.seq ?? seq).padStart(number),
    time === 0 ? "" : timeOf(line),
    fill(line?.type ?? "", type),
    step === 0 ? "" : (line?.step?.toString() ?? "").padStart(step),
    fit(line?.gist ?? "", gist),
  ] as const;
  return {
    plain: cells.filter((cell) => cell !== "").join(" "),
    painted: (paint) => {
      const [first, at, kind, steps, text] = cells;
      const told = [paint("dim", first), at && paint("dim", at), paint("accent", kind), steps && paint("dim", steps)];
      return [...told, text && paint("text", text)].filter((cell) => cell !== "").join(" ");
    },
  };
};

export const logRowHeads = (space: RowSpace): string => {
  const { number, time, type, step } = widths(space);
  const heads = ["SEQ".padStart(number), fill("TIME", time), fill("TYPE", type), "STEP".slice(0, step), "WHAT"];
  return heads.filter((head) => head !== "").join(" ");
};

/** Narrower than this, a row has no room for the time and the step. */
const wideEnough = 60;
const typeColumns = 18;

const widths = ({ columns, most }: RowSpace): Record<"number" | "time" | "type" | "step" | "gist", number> => {
  const number = Math.max(3, String(most).length);
  const wide = columns >= wideEnough;
  const [time, step] = wide ? [8, 4] : [0, 0];
  const type = Math.max(0, Math.min(typeColumns, columns - number - 1));
  const taken = number + 1 + (wide ? time + 1 + step + 1 : 0) + type + 1;
  return { number, time, type, step, gist: Math.max(0, columns - taken) };
};

/** Of the day, here. */
const timeOf = (line: LogLine | undefined): string =>
  line === undefined || line.at === 0 ? "        " : new Date(line.at).toTimeString().slice(0, 8);
