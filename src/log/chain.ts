/** The hash chain: how lines are sealed to one another, and how a broken chain is found. */
import { hash } from "node:crypto";
import type { Body, Line } from "../contract/store.ts";
import type { Verdict } from "../contract/verdict.ts";
import { changeAt, type Found } from "./change.ts";
import { digestIn, erasedIn, readSealed, type SealedLine } from "./sealed-line.ts";

export const sha256 = (text: string): string => hash("sha256", text);

/** What the first line of a session is sealed to; a fork's first line is sealed to its parent's seal instead. */
export const genesis = (session: string): string => sha256(session);

/** `sha256(prev + "\n" + text)`, over the text that is stored, never over a re-parsed object. */
export const seal = (prev: string, text: string): string => sha256(`${prev}\n${text}`);

/** What a line holds of its body: salted, so that an erased text cannot be guessed from it. */
export const bodyDigest = (body: Body): string => sha256(`${body.salt}\n${body.text}`);

/** What else looks at each line that holds, with the seal of the line before it. What it finds ends the check. */
export type Look = (line: Line, sealed: SealedLine, prev: string) => Found | undefined;

/** What is known of the lines beside themselves. */
export interface Surroundings {
  readonly look?: Look | undefined;
  /** Whose line a seq is: a fork begins with its parent's. */
  readonly owner?: ((seq: number) => string) | undefined;
  /** Seqs of bodies that a parent erased after it was forked. */
  readonly erased?: ReadonlySet<number> | undefined;
}

/** Checks lines from the first on; `prev` is the genesis. Stops at the first line that is wrong. */
export const verifyChain = async (
  session: string,
  prev: string,
  batches: AsyncIterable<readonly Line[]>,
  { look = () => undefined, owner = () => session, erased: elsewhere = new Set() }: Surroundings = {},
): Promise<Verdict> => {
  let before: Line | undefined;
  const gone = new Set<number>();
  let head = prev;
  let lines = 0;
  let erased = 0;
  for await (const [line, after] of withWhatFollows(batches)) {
    const sealed = readSealed(line.text);
    const found =
      changeAt({ owner, seq: lines, prev: head, before, line, sealed, after, seal }) ??
      bodyChange(line, sealed ?? {}) ??
      look(line, sealed ?? {}, head);
    if (found !== undefined) return { ok: false, lines, ...found };
    if (line.body === undefined && digestIn(sealed ?? {}) !== undefined) {
      if (elsewhere.has(line.seq)) erased += 1;
      else gone.add(line.seq);
    }
    for (const seq of erasedIn(sealed ?? {})) if (gone.delete(seq as number)) erased += 1;
    before = line;
    head = line.seal;
    lines += 1;
  }
  const [first] = gone;
  if (first === undefined) return { ok: true, lines, head, erased };
  const problem = "the line's body is gone, and nothing says that it was erased";
  return { ok: false, lines, seq: first, change: "body erased", problem };
};

/** Each line with a few of those that come after it, which tell what was done to it. */
async function* withWhatFollows(
  batches: AsyncIterable<readonly Line[]>,
): AsyncIterable<readonly [line: Line, after: readonly Line[]]> {
  const reach = 2;
  let waiting: Line[] = [];
  for await (const batch of batches) {
    const lines = [...waiting, ...batch];
    for (let index = 0; index + reach < lines.length; index += 1) {
      yield [lines[index]!, lines.slice(index + 1, index + 1 + reach)];
    }
    waiting = lines.slice(Math.max(0, lines.length - reach));
  }
  for (const [index, line] of waiting.entries()) yield [line, waiting.slice(index + 1)];
}

const bodyChange = ({ seq, body }: Line, sealed: SealedLine): Found | undefined => {
  if (body === undefined) return undefined;
  const digest = digestIn(sealed);
  if (digest === undefined) return { seq, change: "body added", problem: "a body was added to the line" };
  if (digest === bodyDigest(body)) return undefined;
  return { seq, change: "body changed", problem: "the line's body was changed" };
};
