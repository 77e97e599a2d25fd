/** Tools of one's own: what they take, what they give back, and when they are asked about. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { agent, failure, fromStandard, type JsonSchema, type StandardSchema, tool } from "../../src/index.ts";
import { fromZod } from "../../src/contract/tool.ts";
import { calling, gathered, outcomeText, taking } from "./workshop.ts";

const json: JsonSchema = {
  type: "object",
  properties: { harbour: { type: "string" } },
  required: ["harbour"],
  additionalProperties: false,
};

/** As Valibot without its JSON Schema package: it can check, but not say what it checks. */
const silent: StandardSchema<{ harbour: string }> = {
  "~standard": {
    version: 1,
    vendor: "silent",
    validate: (value) =>
      typeof (value as { harbour?: unknown }).harbour === "string"
        ? { value: value as { harbour: string } }
        : { issues: [{ message: "must be text", path: [{ key: "harbour" }] }] },
  },
};

describe("the input", () => {
  const strict = z.strictObject({ harbour: z.string() });
  const callable: StandardSchema<{ harbour: string }> = Object.assign(() => {}, { "~standard": strict["~standard"] });

  test.each([
    ["zod", strict],
    ["a Standard Schema that is a function", callable],
    ["a Standard Schema with its JSON Schema beside it", fromStandard(silent, json)],
    ["a JSON Schema", json],
    ["what a plug takes", fromZod(strict)],
  ])("may be %s", (_, input) => {
    const { input: made } = tool({ name: "tide", description: "The tide.", input, run: () => "" });
    expect(made.json).toEqual(json);
    expect(made.parse({ harbour: "Dover" })).toEqual({ ok: true, value: { harbour: "Dover" } });
    expect(made.parse({ harbour: 7 })).toEqual({ ok: false, message: expect.stringMatching(/^harbour: /u) as string });
  });

  test("may be absent", () => {
    const { input } = tool({ name: "now", description: "The time.", run: () => "noon" });
    expect(input.json).toEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(input.parse({})).toEqual({ ok: true, value: {} });
  });

  test("has the schema's type", () => {
    const input = z.object({ at: z.string().transform((text) => new Date(text)), often: z.int().default(1) });
    tool({
      name: "remind",
      description: "Reminds.",
      input,
      targets: (given) => {
        expectTypeOf(given.often).toEqualTypeOf<number>();
        return [];
      },
      run: (given) => {
        expectTypeOf(given).toEqualTypeOf<{ at: Date; often: number }>();
      },
    });
    const harbours = fromStandard(silent, json);
    tool({ name: "tide", description: "", input: harbours, run: ({ harbour }) => harbour.length });
    tool({ name: "tide", description: "", input: json, run: (given) => expectTypeOf(given).toEqualTypeOf<unknown>() });
  });

  test("must be sayable, and be checked at once", async () => {
    expect(() => tool({ name: "tide", description: "", input: silent, run: () => "" })).toThrow(
      "the silent schema cannot say itself as JSON Schema",
    );
    const slow = z.object({ harbour: z.string().refine(async () => true) });
    const { input } = tool({ name: "tide", description: "", input: fromStandard(slow, json), run: () => "" });
    expect(() => input.parse({ harbour: "Dover" })).toThrow("the zod schema checks asynchronously");
  });
});

const broken = (): never => {
  throw new Error("the gauge is broken");
};

const run = (): string => "";

describe("what it gives back", () => {
  const png = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;

  test.each<[string, unknown, string]>([
    ["text", "12.3 m", "12.3 m"],
    ["a value", { range: 12.3 }, '{"range":12.3}'],
    ["a list", [1, 2], "[1,2]"],
    ["an empty list", [], "[]"],
    ["a number", 7, "7"],
    ["null", null, "null"],
    ["nothing", undefined, "Done."],
    ["parts", [{ type: "text", text: "a chart: " }, png], "a chart: \nimage"],
    ["an outcome", { ok: true, parts: [{ type: "text", text: "well" }] }, "well"],
    ["a failure", failure("no table for Atlantis"), "Error [exception]: no table for Atlantis"],
    ["a value that has a field `ok`", { ok: false, message: "low" }, '{"ok":false,"message":"low"}'],
  ])("%s", async (_, answer, read) => {
    const tide = tool({ name: "tide", description: "The tide.", effects: [], run: () => answer });
    const model = taking(calling("tide", {}), { text: "Done." });
    expect(outcomeText(await gathered(agent({ model, tools: [tide] }).run("Look.")))).toBe(read);
  });

  test("what it throws is read as an exception", async () => {
    const tide = tool({ name: "tide", description: "The tide.", effects: [], run: broken });
    const events = gathered(agent({ model: taking(calling("tide", {})), tools: [tide] }).run("Look."));
    expect(outcomeText(await events)).toBe("Error [exception]: the gauge is broken");
  });
});

test("what is not said is the careful guess", () => {
  const { effects, parallel, targets } = tool({ name: "tide", description: "The tide.", run });
  expect({ effects, parallel, targets: targets({}) }).toEqual({ effects: ["external"], parallel: false, targets: [] });
  expect(tool({ name: "tide", description: "", effects: ["read"], run })).toMatchObject({ parallel: true });
  expect(tool({ name: "tide", description: "", effects: [], parallel: false, run })).toMatchObject({ parallel: false });
});
