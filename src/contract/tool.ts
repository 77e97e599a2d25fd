/** The port to a tool that a model can call. */
import { z } from "zod";
import { type CallFailure, KelsonError } from "./error.ts";
import type { Host } from "./host.ts";
import type { ContentPart } from "./message.ts";
import type { StandardIssue, StandardSchema } from "./standard-schema.ts";
import type { UsedSkill } from "./skill.ts";
import type { Effect, Mode, Target } from "./terms.ts";
import type { World } from "./world.ts";

/** What a tool takes: the JSON Schema a model reads, and the check of what it wrote. The message of a failed check says what is wrong. */
export interface Input<T> {
  readonly json: unknown;
  readonly parse: (
    value: unknown,
  ) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };
}

/**
 * What a tool gives back: parts for the model, and for people what changed in files. `data` is what the parts say, for
 * programs; it fits the tool's `output`, and a tool that has one gives data with every good outcome. What `concludes` is the
 * answer of the run, which ends with it; `skill` was used, and is in force from then on.
 */
export type ToolOutcome =
  | {
      readonly ok: true;
      readonly parts: readonly ContentPart[];
      readonly data?: unknown;
      /** Where untrusted text in the parts came from, as far as the tool alone can know it. */
      readonly taint?: readonly string[] | undefined;
      readonly diff?: string;
      readonly files?: readonly string[];
      readonly concludes?: boolean;
      readonly skill?: UsedSkill;
      /** Where untrusted text in the parts came from, besides what the call's targets tell. */
      readonly untrusted?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly category: CallFailure;
      readonly message: string;
      readonly parts?: readonly ContentPart[];
      readonly data?: unknown;
    };

/** What a call runs with. `world` is narrowed to what the call was allowed; `output` streams text to whoever watches. */
export interface CallContext {
  readonly call: string;
  readonly world: World;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly output: (text: string) => void;
}

/**
 * A tool. `effects` and `targets` are what it is judged by, so they must be the whole truth: the world refuses the rest.
 * `parallel` says that its calls are safe beside each other. `run` may throw (the model reads `Error [exception]`), may
 * take long, must stop when the signal aborts, and lets `Paused` through when the host must wait for an answer.
 */
export interface Tool<T = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: Input<T>;
  /** What the `data` of its outcomes is. */
  readonly output?: Input<unknown>;
  readonly effects: readonly Effect[];
  readonly parallel: boolean;
  /** The modes in which it may be called; absent, all. It is offered in every mode. */
  readonly modes?: readonly Mode[] | undefined;
  /**
   * Its world's files are shown with markers in place of secrets, and what it writes there gets them back, each only from the
   * file that is written. Without it files are read as they are, and a marker in the arguments is refused.
   */
  readonly veiled?: boolean | undefined;
  /** Its calls wait for the work of others, so that the time limit of one call does not hold them. */
  readonly waits?: boolean | undefined;
  readonly targets: (input: T) => readonly Target[];
  /** What would happen, for the person who is asked: a diff, a command. Reads only. */
  readonly preview?: (input: T, world: World) => Promise<string>;
  readonly run: (input: T, context: CallContext) => Promise<ToolOutcome>;
}

/**
 * A tool's input from a zod schema. The JSON Schema is the input side, without what no model needs; it is made when it is
 * asked for, as a start need not wait for that of every tool.
 */
export const fromZod = <T>(schema: z.ZodType<T>): Input<T> => {
  let json: unknown;
  return {
    get json() {
      return (json ??= jsonOf(schema));
    },
    parse: (value) => {
      const result = schema.safeParse(value);
      if (result.success) return { ok: true, value: result.data };
      return { ok: false, message: result.error.issues.map(issueSentence).join("; ") };
    },
  };
};

const jsonOf = (schema: z.ZodType): unknown => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
};

/**
 * A tool's input, or an answer, from any Standard Schema; `json` is its JSON Schema when the library cannot say it. Throws
 * KelsonError `bad_input` when neither does, and at the first check when the schema checks asynchronously.
 */
export const fromStandard = <T>(schema: StandardSchema<T>, json: unknown = jsonSchemaOf(schema)): Input<T> => ({
  json,
  parse: (value) => {
    const result = schema["~standard"].validate(value);
    if (result instanceof Promise) {
      throw new KelsonError("bad_input", `the ${schema["~standard"].vendor} schema checks asynchronously`, {
        hint: "check what needs time in the tool's run, and throw there",
      });
    }
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, message: result.issues.map(standardSentence).join("; ") };
  },
});

/** A tool's input, or an answer, from a JSON Schema. Throws when it is none. */
export const fromJsonSchema = (json: unknown): Input<unknown> => ({
  parse: fromZod(z.fromJSONSchema(json as never)).parse,
  json,
});

/** A tool that keeps its input's type to itself, so that tools of all inputs make one list. */
export const tool = <T>(definition: Tool<T>): Tool => definition as unknown as Tool;

/** An outcome of plain text. */
export const textOutcome = (text: string): ToolOutcome => ({ ok: true, parts: [{ type: "text", text }] });

/** A failed outcome. */
export const failure = (message: string, category: CallFailure = "exception"): ToolOutcome => ({
  ok: false,
  category,
  message,
});

const issueSentence = (issue: { path: PropertyKey[]; message: string }): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

const standardSentence = ({ message, path = [] }: StandardIssue): string =>
  issueSentence({ message, path: path.map((key) => (typeof key === "object" ? key.key : key)) });

const jsonSchemaOf = (schema: StandardSchema): unknown => {
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema === undefined) {
    throw new KelsonError("bad_input", `the ${vendor} schema cannot say itself as JSON Schema`, {
      hint: "give that beside it: fromStandard(schema, jsonSchema)",
    });
  }
  const { $schema: _, ...json } = jsonSchema.input({ target: "draft-2020-12" });
  return json;
};
