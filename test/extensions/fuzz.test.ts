/** Whatever a manifest or a plug-in says, it is a tool or an answer, or one sentence about what is wrong with it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  anything,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  record,
  string,
  uint8Array,
  type Arbitrary,
} from "fast-check";
import { expect, test } from "vitest";
import { KelsonError } from "../../src/contract/error.ts";
import { readAnswer } from "../../src/extensions/answer.ts";
import { toolIn } from "../../src/extensions/installed-tools.ts";
import { readManifest } from "../../src/extensions/manifest.ts";
import { manifestTool } from "../../src/extensions/manifest-tool.ts";
import { directory, manifestOf, plugin, unheld } from "./plugged.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
console.log(`fuzzing plug-ins with seed ${seed}`);

const odd = oneof(
  jsonValue(),
  constantFrom(
    "",
    "\0",
    "../..",
    "./../x",
    "/etc",
    "*",
    "__proto__",
    "none",
    "fs_read",
    "network",
    -1,
    1e99,
    "a.b:99999",
  ),
);

/** JSON Schemas, many of them none. */
const schema: Arbitrary<unknown> = dictionary(
  constantFrom(
    "type",
    "properties",
    "required",
    "items",
    "enum",
    "$ref",
    "allOf",
    "anyOf",
    "not",
    "pattern",
    "minimum",
    "additionalProperties",
    "const",
    "format",
    "default",
    "prefixItems",
    "$defs",
    "__proto__",
    "uniqueItems",
  ),
  oneof(
    odd,
    constantFrom<unknown>(
      "object",
      "#",
      "#/$defs/a",
      "#/properties/a",
      "(",
      "https://x.example",
      ["a"],
      [{ $ref: "#" }],
    ),
    dictionary(string({ maxLength: 3 }), oneof(constantFrom({ type: "string" }, { $ref: "#" }, 7, null), jsonValue())),
  ),
).map((made) => ({ ...made, type: "object" }));

/** A right manifest in which some fields are not. */
const manifest = dictionary(
  constantFrom(...Object.keys(manifestOf()), "output", "hosts", "allowed_paths", "memory", "more"),
  odd,
  {
    maxKeys: 3,
  },
).map((fields) => manifestOf(fields));

const orSentence = (act: () => unknown): void => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(KelsonError);
    expect((error as KelsonError).code).toBe("bad_input");
    expect((error as KelsonError).message).not.toBe("");
  }
};

test("manifests", () => {
  const text = oneof(
    string(),
    jsonValue().map((value) => JSON.stringify(value)),
    manifest.map((value) => JSON.stringify(value)),
  );
  const read = (written: string): void =>
    orSentence(() =>
      manifestTool({ directory: "/nowhere", manifest: readManifest(written, "/a/tool.json"), sandbox: "on" }).targets(
        {},
      ),
    );
  assert(property(text, read), { seed, numRuns: 1_500 });
});

test("schemas of manifests, and what is checked with them", () => {
  assert(
    property(schema, schema, jsonValue(), (input, output, value) =>
      orSentence(() => {
        const read = readManifest(JSON.stringify(manifestOf({ input, output })), "/a/tool.json");
        const tool = manifestTool({ directory: "/nowhere", manifest: read, sandbox: "off" });
        expect(typeof tool.input.parse(value).ok).toBe("boolean");
        expect(typeof tool.output?.parse(value).ok).toBe("boolean");
      }),
    ),
    { seed, numRuns: 700 },
  );
});

const almost = record(
  { ok: constantFrom<unknown>(true, false, "true", 1, null), output: jsonValue(), error: odd },
  { requiredKeys: [] },
);

const said = oneof(
  string(),
  anything().map(String),
  almost.map((value) => JSON.stringify(value)),
  array(almost, { maxLength: 3 }).map((all) => all.map((value) => JSON.stringify(value)).join("\n")),
  constantFrom(
    "[".repeat(4_000),
    `{"ok":true,"output":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    '{"__proto__":{"ok":true}}',
  ),
);

test("answers as text", () => {
  assert(
    property(said, (text) => {
      const answer = readAnswer(text);
      expect(["output", "error", "none"]).toContain(answer.kind);
      if (answer.kind === "output") JSON.stringify(answer.output);
    }),
    { seed, numRuns: 1_500 },
  );
});

test("answers as bytes of a real process", { timeout: 60_000 }, async () => {
  const home = await plugin(`#!/bin/sh\nexec cat "\${0%/*}/answer"\n`, { output: { type: ["object", "string"] } });
  const world = await unheld(await directory());
  const tool = manifestTool({ ...(await toolIn(home)), sandbox: "off" });
  const bytes = oneof(
    uint8Array({ maxLength: 2_000 }),
    said.map((text) => Buffer.from(text)),
    constant(Buffer.alloc(2_000_000, 34)),
  );
  const context = { call: "c", world, host: { ask: () => Promise.resolve("") }, output: () => {} };
  await assert(
    asyncProperty(bytes, async (answer) => {
      await writeFile(join(home, "answer"), answer);
      const outcome = await tool.run({}, { ...context, signal: new AbortController().signal });
      if (outcome.ok) return;
      expect(outcome.category).toBe("exception");
      expect(outcome.message.length).toBeLessThan(3_000);
    }),
    { seed, numRuns: 60 },
  );
  await world.close();
});
