/** Where in a value the fault lies, and in words what would be right there, from the schema itself. */
import { z } from "zod";

/** `at` is the way into the value, such as `["ollama/qwen3"].window`, and empty for the whole of it. */
export interface Fault {
  readonly at: string;
  readonly says: string;
}

/** Of a value that the schema refuses: the first one. */
export const faultIn = (schema: z.ZodType, value: unknown): Fault => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  const path = (issue?.path ?? []).map(String);
  const json = schemaAt(z.toJSONSchema(schema, { io: "input" }), path);
  if (issue?.code === "unrecognized_keys") {
    const at = wayOf([...path, issue.keys[0] ?? ""]);
    return { at, says: `is none of ${Object.keys(json.properties ?? {}).join(", ")}` };
  }
  const got = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
  return { at: wayOf(path), says: `must be ${rightValue(json)}, got ${JSON.stringify(got) ?? "nothing"}` };
};

type JsonSchema = z.core.JSONSchema.JSONSchema;

const schemaAt = (schema: JsonSchema, path: readonly string[]): JsonSchema =>
  path.reduce<JsonSchema>(
    (outer, key) => (outer.properties?.[key] ?? outer.additionalProperties ?? {}) as JsonSchema,
    schema,
  );

const wayOf = (path: readonly string[]): string =>
  path.map((key) => (/^\w+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("");

const rightValue = (json: JsonSchema): string => {
  if (json.enum) return `one of ${json.enum.join(", ")}`;
  if (json.format === "uri") return "an http or https URL";
  if (json.type === "boolean") return "true or false";
  if (json.type === "object")
    return json.properties === undefined
      ? "an object with an object for each name"
      : `an object with ${Object.keys(json.properties).join(", ")}`;
  if (json.anyOf) return "a text or a list of texts";
  if (json.type === "string") return "a text that is not empty";
  return (json.type === "integer" ? "a whole number" : "a number") + range(json);
};

const range = ({ minimum, maximum }: JsonSchema): string => {
  const from = minimum === undefined ? "" : ` of at least ${minimum}`;
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? from : `${from} and at most ${maximum}`;
};
