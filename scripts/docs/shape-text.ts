/** A schema's shape in a few words, as a reader of TypeScript would write it. */
import type { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Named shapes stand as links to their own paragraph. */
export const shapeText = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return linkTo(schema.$ref.replace("#/$defs/", ""));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" \\| ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => shapeText(choice)).join(" \\| ");
  if (schema.type === "array") return `${shapeText(schema.items as JsonSchema)}[]`;
  if (schema.type === "object") return objectText(schema);
  return schema.type === undefined ? "any JSON" : String(schema.type);
};

export const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const objectText = (schema: JsonSchema): string => {
  if (schema.properties === undefined) {
    return `{ [name]: ${shapeText((schema.additionalProperties ?? {}) as JsonSchema)} }`;
  }
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `${name}${isOptional(schema, name) ? "?" : ""}: ${shapeText(field as JsonSchema)}`,
  );
  return `{ ${fields.join(", ")} }`;
};

export const isOptional = (schema: JsonSchema, name: string): boolean => !(schema.required ?? []).includes(name);
