/** The hash chain: how lines are sealed to one another, and how a broken chain is found. */
import { hash } from "node:crypto";
import type { Verdict } from "../contract/runtime.ts";
import type { Body, Line } from "../contract/store.ts";

export const sha256 = (text: string): string => hash("sha256", text);

/** What the first line of a session is sealed to; a fork's first line is sealed to its parent's seal instead. */
export const genesis = (session: string): string => sha256(session);

/** `sha256(prev + "\n" + text)`, over the text that is stored, never over a re-parsed object. */
export const seal = (prev: string, text: string): string => sha256(`${prev}\n${text}`);

/** What a line holds of its body: salted, so that an erased text cannot be guessed from it. */
export const bodyDigest = (body: Body): string => sha256(`${body.salt}\n${body.text}`);

/** Checks lines from the first on; `prev` is the genesis. Stops at the first line that is wrong. */
export const verifyChain = async (
  session: string,
  prev: string,
  batches: AsyncIterable<readonly Line[]>,
): Promise<Verdict> => {
  let head = prev;
  let lines = 0;
  let erased = 0;
  for await (const batch of batches) {
    for (const line of batch) {
      const problem = problemOf(line, { session, seq: lines, prev: head });
      if (problem !== undefined) return { ok: false, lines, seq: Math.min(lines, line.seq), problem };
      if (line.body === undefined && bodyOf(line.text) !== undefined) erased += 1;
      head = line.seal;
      lines += 1;
    }
  }
  return { ok: true, lines, head, erased };
};

const problemOf = (line: Line, expected: { session: string; seq: number; prev: string }): string | undefined => {
  if (line.seq > expected.seq) return `line ${expected.seq} is missing`;
  if (line.seq < expected.seq) return `line ${line.seq} is there twice`;
  if (line.seal !== seal(expected.prev, line.text)) return "the line, its seal or the line before it was changed";
  const place = parsed(line.text);
  if (place === undefined) return "the line is not JSON";
  if (place.session !== expected.session) return `the line belongs to session ${String(place.session)}`;
  if (place.seq !== expected.seq) return `the line was sealed as line ${String(place.seq)}`;
  if (line.body === undefined) return undefined;
  const digest = bodyOf(line.text);
  if (digest === undefined) return "a body was added to the line";
  return digest === bodyDigest(line.body) ? undefined : "the line's body was changed";
};

const parsed = (text: string): { session?: unknown; seq?: unknown; body?: { digest?: unknown } } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const bodyOf = (text: string): unknown => parsed(text)?.body?.digest;
