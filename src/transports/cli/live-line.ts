/** The line at the bottom of a terminal that says what is being waited for, and for how long. */
import { cleanLine } from "../terminal/clean.ts";
import { duration } from "../terminal/figures.ts";
import type { Paint } from "../terminal/paint.ts";
import type { Output } from "./surroundings.ts";

export interface LiveLine {
  /** Shows what is waited for from now on; the same text goes on counting. */
  readonly wait: (what: string) => void;
  /** Takes the line away, so that something else can be written. */
  readonly clear: () => void;
}

const startMs = 1_000;
const clearLine = "\r\u001b[2K";

/** Nothing is drawn in the first second, and nothing at all where the output is no terminal. */
export const liveLine = (output: Output, paint: Paint, now: () => number): LiveLine => {
  let what: string | undefined;
  let since = 0;
  let drawn = false;
  let timer: NodeJS.Timeout | undefined;

  const draw = (): void => {
    const text = cleanLine(`  … ${what}  ${duration(Math.floor((now() - since) / 1000) * 1000)}`);
    output.write(clearLine + paint("dim", text.slice(0, output.columns - 1)));
    drawn = true;
  };
  const clear = (): void => {
    clearInterval(timer);
    timer = undefined;
    what = undefined;
    if (drawn) output.write(clearLine);
    drawn = false;
  };
  const wait = (next: string): void => {
    if (!output.terminal || next === what) return;
    clear();
    what = next;
    since = now();
    timer = setInterval(draw, startMs).unref();
  };
  return { wait, clear };
};
