import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument, writeDocument } from "../../src/documents/front-matter.ts";

test.each<[string, string, Awaited<ReturnType<typeof readDocument>>]>([
  ["a block and a text", "---\nname: a\n---\nbody\n", { fields: { name: "a" }, text: "body\n" }],
  [
    "Windows lines and a byte order mark",
    "\uFEFF---\r\nname: a\r\n---\r\nbody",
    { fields: { name: "a" }, text: "body" },
  ],
  ["no block", "# Title\n---\nmore", { fields: {}, text: "# Title\n---\nmore" }],
  ["an empty block", "---\n---\nbody", { fields: {}, text: "body" }],
  ["a block that never ends", "---\nname: a\nbody", { fields: {}, text: "---\nname: a\nbody" }],
  ["a rule in the text", "---\nname: a\n---\none\n---\ntwo", { fields: { name: "a" }, text: "one\n---\ntwo" }],
  ["dates stay text", "---\ncreated: 2026-11-22\n---\n", { fields: { created: "2026-11-22" }, text: "" }],
  ["lists", "---\ntools: [a, b]\n---\n", { fields: { tools: ["a", "b"] }, text: "" }],
])("%s", async (_, source, expected) => {
  expect(await readDocument(source)).toEqual(expected);
});

test.each([
  ["---\n- a\n---\nbody", "the front matter must be a list of `name: value` lines"],
  ["---\nname: [a\n---\nbody", expect.stringMatching(/^the front matter is no YAML: .+ at line \d+, column \d+$/u)],
  ["---\na: &x [1]\nb: *x\n---\nbody", "the front matter is no YAML: Alias resolution is disabled"],
])("%j is a fault, and its text is still there", async (source, fault) => {
  expect(await readDocument(source)).toEqual({ fields: {}, text: "body", fault });
});

test("what is written is read again, whatever it holds", async () => {
  const field = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 20 }), field, fc.string(), async (name, value, text) => {
      fc.pre(name !== "__proto__" && !text.startsWith("\uFEFF"));
      expect(await readDocument(await writeDocument({ [name]: value }, text))).toEqual({
        fields: { [name]: value },
        text,
      });
    }),
    { seed: 20_261_122 },
  );
});
