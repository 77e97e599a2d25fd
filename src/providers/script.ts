/** A script: a plain JSON file of the turns that a scripted model takes, for demos and tests. */
import { z } from "zod";
import { KelsonError, modelFailure } from "../contract/error.ts";
import { prices, stopReason, usage } from "../contract/terms.ts";

const call = z.strictObject({
  name: z.string().min(1),
  input: z.unknown().optional().describe("{} when absent"),
  id: z.string().min(1).optional().describe("call_<step>_<index> when absent"),
});

/** One reply of the scripted model: what it thinks, says and calls, or how it fails. */
const turn = z.strictObject({
  reasoning: z.string().optional(),
  text: z.string().optional(),
  calls: z.array(call).optional(),
  stop: stopReason.optional().describe("calls when there are calls, else end"),
  usage: usage.optional().describe("estimated at four characters a token when absent"),
  fail: z
    .strictObject({ category: modelFailure, message: z.string(), retryAfterMs: z.number().min(0).optional() })
    .optional()
    .describe("fails after what the turn says; every retry meets the same turn"),
  delayMs: z.number().min(0).optional().describe("wait before each piece"),
  chunk: z.int().min(1).optional().describe("characters of a streamed piece, all at once when absent"),
});

/** The first turn answers the session's first request, the second the second, and so on. */
export const script = z.strictObject({
  about: z.string().optional().describe("what the script shows"),
  model: z.string().optional().describe("the name the model gives itself"),
  prices: prices.optional(),
  window: z.int().min(1).optional().describe("context window in tokens"),
  turns: z.array(turn),
  asides: z
    .strictObject({ compact: turn, profile: turn })
    .partial()
    .optional()
    .describe("what it answers when it is asked on the side: for a summary, for what a person prefers"),
});

export type Script = z.infer<typeof script>;
export type Turn = z.infer<typeof turn>;

/** Throws KelsonError `bad_input` that names the file, the place in it and the value. */
export const readScript = (text: string, name: string): Script => {
  const value = parsed(text, name);
  const read = script.safeParse(value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0] ?? { path: [], message: "" };
  const found = JSON.stringify(path.reduce<unknown>(member, value)) ?? "nothing";
  throw new KelsonError("bad_input", `script ${name}: ${placeOf(path)}: ${message}, got ${found.slice(0, 200)}`, {
    hint: "A script is { turns: [{ text?, calls?: [{ name, input }] }, …] }.",
  });
};

const parsed = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KelsonError("bad_input", `script ${name} is not JSON: ${why}`, { cause: error });
  }
};

const member = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

/** For example `turns[2].calls[0].name`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "") || "the file";
