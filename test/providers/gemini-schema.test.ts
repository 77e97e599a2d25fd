/** JSON Schemas of tools as Gemini takes them. */
import { expect, test } from "vitest";
import { z } from "zod";
import { fromZod } from "../../src/contract/tool.ts";
import { geminiSchema } from "../../src/providers/gemini-schema.ts";

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const inside = (schema: object): unknown =>
  (geminiSchema(object({ a: schema })) as { properties: { a: unknown } }).properties.a;

test("a tool as zod writes it", () => {
  const { json } = fromZod(
    z.strictObject({
      path: z.string().min(1).describe("the file"),
      lines: z.number().int().positive().optional(),
      mode: z.enum(["text", "hex"]).default("text"),
      tags: z.array(z.string()).max(3).nullable(),
      where: z.union([z.literal("start"), z.number()]),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  );
  expect(geminiSchema(json)).toEqual({
    type: "OBJECT",
    properties: {
      path: { type: "STRING", description: "the file", minLength: 1 },
      lines: { type: "INTEGER", maximum: Number.MAX_SAFE_INTEGER },
      mode: { type: "STRING", enum: ["text", "hex"] },
      tags: { type: "ARRAY", items: { type: "STRING" }, maxItems: 3, nullable: true },
      where: { anyOf: [{ type: "STRING", enum: ["start"] }, { type: "NUMBER" }] },
      extra: { type: "OBJECT" },
    },
    required: ["path", "tags", "where"],
  });
});

test.each([
  ["a constant", { const: "x" }, { type: "STRING", enum: ["x"] }],
  [
    "numbers to choose from",
    { enum: [1, 2], description: "How many." },
    { type: "NUMBER", description: "How many. One of 1, 2." },
  ],
  ["several types", { type: ["string", "number"] }, { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] }],
  ["a type or null", { type: ["string", "null"] }, { type: "STRING", nullable: true }],
  ["a choice or null", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "STRING", nullable: true }],
  [
    "one of",
    { oneOf: [{ type: "string" }, { type: "boolean" }] },
    { anyOf: [{ type: "STRING" }, { type: "BOOLEAN" }] },
  ],
  ["a format that is known", { type: "string", format: "date-time" }, { type: "STRING", format: "date-time" }],
  ["one that is not", { type: "string", format: "uri" }, { type: "STRING" }],
  [
    "all of",
    { allOf: [object({ x: { type: "string" } }, { required: ["x"] }), object({ y: { type: "number" } })] },
    { type: "OBJECT", properties: { x: { type: "STRING" }, y: { type: "NUMBER" } }, required: ["x"] },
  ],
  ["a list of anything", { type: "array" }, { type: "ARRAY", items: {} }],
  [
    "words that are not known",
    { type: "number", exclusiveMinimum: 0, not: {}, if: {}, $comment: "c" },
    { type: "NUMBER" },
  ],
  [
    "what is required but not there",
    object({ x: {} }, { required: ["x", "y"] }),
    { type: "OBJECT", properties: { x: {} }, required: ["x"] },
  ],
])("%s", (_, schema, converted) => {
  expect(inside(schema)).toEqual(converted);
});

test("references are laid out, those to themselves cut short", () => {
  const node = object({ name: { type: "string" }, child: { $ref: "#/$defs/node", description: "the next" } });
  expect(geminiSchema({ ...object({ root: { $ref: "#/$defs/node" } }), $defs: { node } })).toEqual({
    type: "OBJECT",
    properties: {
      root: {
        type: "OBJECT",
        properties: { name: { type: "STRING" }, child: { type: "OBJECT", description: "the next" } },
      },
    },
  });
});

test("a tool that takes nothing has no schema", () => {
  expect([geminiSchema(object({})), geminiSchema({}), geminiSchema(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
