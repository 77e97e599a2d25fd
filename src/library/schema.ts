/** The schemas that the library takes: whatever a program has at hand. */
import type { StandardSchema } from "../contract/standard-schema.ts";
import { fromJsonSchema, fromStandard, type Input } from "../contract/tool.ts";

/** A JSON Schema as plain data. What is checked by it has the type `unknown`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Zod or any Standard Schema, a JSON Schema, or what `fromStandard` and `fromJsonSchema` make of them. */
export type Schema<T> = StandardSchema<T> | Input<T> | JsonSchema;

/** What a schema checks for: `unknown` when it is a JSON Schema, `undefined` when there is none. */
export type OutputOf<S> =
  S extends StandardSchema<infer T> ? T : S extends Input<infer T> ? T : S extends undefined ? undefined : unknown;

/** The JSON Schema that a model reads, and the check of what it wrote. */
export const inputOf = <T>(schema: Schema<T>): Input<T> => {
  // ArkType's schemas are functions, so that only the mark tells.
  if ("~standard" in schema) return fromStandard(schema as StandardSchema<T>);
  if (isInput(schema)) return schema;
  return fromJsonSchema(schema) as Input<T>;
};

const isInput = <T>(schema: Schema<T>): schema is Input<T> =>
  "json" in schema && "parse" in schema && typeof schema.parse === "function";
