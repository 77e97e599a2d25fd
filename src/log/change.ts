/** Tells what was done to a line that does not fit: from what it says of itself, and from the lines around it. */
import type { Line } from "../contract/store.ts";
import type { Change } from "../contract/verdict.ts";
import { readSealed, type SealedLine } from "./sealed-line.ts";

/** Where it is wrong first, what was done, and a sentence about it. */
export interface Found {
  readonly seq: number;
  readonly change: Change;
  readonly problem: string;
}

/** A line at the place where it was found, `seq` and `prev` being what the lines before it lead to. */
export interface PlacedLine {
  /** Whose line a seq is. */
  readonly owner: (seq: number) => string;
  readonly seq: number;
  readonly prev: string;
  readonly before: Line | undefined;
  readonly line: Line;
  /** What its text says; undefined when it is no JSON object. */
  readonly sealed: SealedLine | undefined;
  readonly after: readonly Line[];
  readonly seal: (prev: string, text: string) => string;
}

/** Undefined when the line fits. */
export const changeAt = (placed: PlacedLine): Found | undefined => {
  const { seq, prev, line, seal } = placed;
  if (line.seq > seq) return dropped(seq, line.seq);
  if (line.seq < seq) return { seq: line.seq, change: "duplicated", problem: `line ${line.seq} is there twice` };
  return line.seal === seal(prev, line.text) ? unfit(placed) : unsealed(placed);
};

const dropped = (from: number, to: number): Found => {
  const which = to - from === 1 ? `line ${from} is` : `lines ${from} to ${to - 1} are`;
  return { seq: from, change: "dropped", problem: `${which} missing` };
};

/** A line that is sealed as it should be was written with the seal in mind: by us, or by who made all seals anew. */
const unfit = ({ owner, seq, sealed }: PlacedLine): Found | undefined => {
  if (sealed === undefined) return { seq, change: "edited", problem: "the line is not JSON" };
  if (sealed.session !== owner(seq)) {
    return { seq, change: "replaced", problem: `the line belongs to ${named(sealed)}` };
  }
  if (sealed.seq !== seq) return { seq, change: "inserted", problem: `the line was sealed as ${numbered(sealed)}` };
  return undefined;
};

const unsealed = (placed: PlacedLine): Found => {
  const { owner, seq, before, line, sealed, after } = placed;
  if (sealed === undefined || !Number.isSafeInteger(sealed.seq) || isFollowed(placed)) return edited(placed);
  if (typeof sealed.session === "string" && sealed.session !== owner(seq)) {
    return { seq, change: "replaced", problem: `the line belongs to ${named(sealed)}` };
  }
  const own = sealed.seq as number;
  const next = after[0] && readSealed(after[0].text)?.seq;
  if (own === seq) return edited(placed);
  if (own > seq) return next === own + 1 || after.length === 0 ? dropped(seq, own) : swapped(seq, own);
  if (before?.text === line.text) {
    return { seq, change: "duplicated", problem: `the line is a copy of line ${own}` };
  }
  // What stood here has moved on by one; the line before it took its place.
  if (own === seq - 1) {
    return { seq: own, change: "inserted", problem: `a line was put before what had been sealed as line ${own}` };
  }
  return next === seq
    ? { seq, change: "inserted", problem: `what had been sealed as line ${own} was put here` }
    : swapped(seq, own);
};

/** Whether the next line stands in its own place and was sealed to what had stood here: so this one was only written over. */
const isFollowed = ({ owner, seq, line, after: [next], seal }: PlacedLine): boolean => {
  if (next === undefined || next.seal !== seal(line.seal, next.text)) return false;
  const sealed = readSealed(next.text);
  return sealed?.seq === seq + 1 && sealed.session === owner(seq + 1);
};

const swapped = (seq: number, own: number): Found => ({
  seq,
  change: "swapped",
  problem: `what had been sealed as line ${own} stands here`,
});

/** The next line is sealed to this one as it was, so it tells whether the text or the seal is still the old one. */
const edited = ({ seq, prev, line, after: [next], seal }: PlacedLine): Found => {
  const textIsOld = next !== undefined && next.seal === seal(seal(prev, line.text), next.text);
  const sealIsOld = next !== undefined && next.seal === seal(line.seal, next.text);
  const what = textIsOld
    ? "the line's seal was"
    : sealIsOld
      ? "the line was"
      : "the line, its seal or the line before it was";
  return { seq, change: "edited", problem: `${what} changed` };
};

const named = ({ session }: SealedLine): string => (typeof session === "string" ? `session ${session}` : "no session");

const numbered = ({ seq }: SealedLine): string => (Number.isSafeInteger(seq) ? `line ${String(seq)}` : "no line");
