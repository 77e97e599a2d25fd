/** A tool of one's own, in as few words as it needs. */
import { z } from "zod";
import { callFailure } from "../contract/error.ts";
import { type ContentPart, contentPart } from "../contract/message.ts";
import type { Effect, Target } from "../contract/terms.ts";
import { type CallContext, textOutcome, type Tool, type ToolOutcome, tool as plug } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { inputOf, type Schema } from "./schema.ts";

/** A tool as a program writes it down. */
export interface ToolDefinition<T> {
  /** What the model calls: letters, digits, `_` and `-`. */
  readonly name: string;
  /** What the model reads to know when and how to use it. */
  readonly description: string;
  /** What it takes; nothing when absent. */
  readonly input?: Schema<T>;
  /** What a JSON value that it gives back is, for programs that use it. */
  readonly output?: Schema<unknown>;
  /**
   * What it does to the world, and so when it is asked about. Default: `["external"]`, which every mode but `bypass` asks
   * about, because a tool that nobody described may do anything. `[]` has no effects and always runs; `["read"]` runs
   * freely in every mode but `manual`. The world that a call is handed refuses what is not named here.
   */
  readonly effects?: readonly Effect[];
  /** Whether its calls may run beside each other. Default: when it does nothing but read. */
  readonly parallel?: boolean;
  /** The paths, commands and hosts that a call is about, for the rules and the person. Pure. Default: none. */
  readonly targets?: (input: T) => readonly Target[];
  /** What would happen, for the person who is asked. Reads only. */
  readonly preview?: (input: T, world: World) => Promise<string>;
  /**
   * Does the work, and gives back text, any value that JSON can say, content parts (text and images), or a whole
   * `ToolOutcome`. What it throws the model reads as `Error [exception]`, and may try something else. `call.signal` aborts
   * when the run is cancelled or the time is up.
   */
  readonly run: (input: T, call: CallContext) => unknown;
}

/**
 * Makes a tool that an agent can be given. Throws KelsonError `bad_input` when its schema cannot be said as JSON Schema.
 *
 * ```ts
 * const weather = tool({
 *   name: "weather",
 *   description: "The weather in a city.",
 *   input: z.object({ city: z.string() }),
 *   effects: ["network"],
 *   run: ({ city }) => fetchWeather(city),
 * });
 * ```
 */
export const tool = <T = unknown>(definition: ToolDefinition<T>): Tool => {
  const { name, description, input = nothing, output, effects = ["external"], targets = () => [] } = definition;
  const { preview, run } = definition;
  const onlyReads = effects.every((effect) => effect === "read");
  return plug<T>({
    name,
    description,
    input: inputOf(input as Schema<T>),
    ...(output && { output: inputOf(output) }),
    effects,
    parallel: definition.parallel ?? onlyReads,
    targets,
    ...(preview && { preview }),
    run: async (given, call) => outcomeOf(await run(given, call)),
  });
};

const nothing = z.strictObject({});

const outcomeOf = (answer: unknown): ToolOutcome => {
  if (answer === undefined) return textOutcome("Done.");
  if (typeof answer === "string") return textOutcome(answer);
  if (isOutcome(answer)) return answer;
  if (isParts(answer) && answer.length > 0) return { ok: true, parts: answer };
  return { ok: true, parts: [{ type: "text", text: JSON.stringify(answer) }], data: answer };
};

// A value of the tool's own may have a field `ok`, too: an outcome is known by all that makes it one.
const isOutcome = (answer: unknown): answer is ToolOutcome => {
  if (typeof answer !== "object" || answer === null || !("ok" in answer)) return false;
  const { ok, parts, category, message } = answer as Readonly<Record<string, unknown>>;
  if (ok === true) return isParts(parts);
  return ok === false && callFailure.safeParse(category).success && typeof message === "string";
};

const isParts = (answer: unknown): answer is readonly ContentPart[] =>
  Array.isArray(answer) && answer.every((part) => contentPart.safeParse(part).success);
