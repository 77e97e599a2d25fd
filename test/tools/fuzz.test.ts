/** Whatever a model writes as arguments: they are read or refused, and judged; nothing crashes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Arbitrary,
  array,
  bigInt,
  boolean,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  option,
  record,
  string,
} from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { explain } from "../../src/agent/explain.ts";
import type { Grounds } from "../../src/agent/study.ts";
import { machine } from "../../src/assembly/machine.ts";
import type { World } from "../../src/contract/world.ts";
import { allTools } from "../../src/tools/tool-sets.ts";
import { holds } from "../log/holds.ts";

let place: { readonly world: World; readonly grounds: Grounds };
beforeAll(async () => {
  const cwd = await mkdtemp(join(tmpdir(), "kelson-fuzz-"));
  const { openWorld, grounds } = await machine({ configuration: { sandbox: "off" }, cwd, env: { HOME: cwd } });
  const world = await openWorld(cwd);
  place = { world, grounds };
  return async () => {
    await world.close();
    await rm(cwd, { recursive: true });
  };
});

const odd = oneof(
  string({ unit: "binary", maxLength: 60 }),
  constantFrom(
    "",
    ".",
    "/",
    "~",
    "\0",
    "../..",
    "a\nb",
    "$(x)",
    "`",
    "'",
    '"',
    "*** Begin Patch\n",
    "http://[",
    "\uD800",
  ),
  jsonValue(),
  double(),
  bigInt().map(Number),
);

/** Something for each argument that the schema names, and sometimes one that it does not. */
const inputFor = (json: unknown): Arbitrary<unknown> => {
  const { properties = {} } = json as { properties?: Record<string, { type?: string; enum?: unknown[] }> };
  const fields = Object.entries(properties).map(([name, { type, enum: values }]) => {
    const likely =
      values !== undefined
        ? constantFrom(...values)
        : type === "string"
          ? string({ unit: "grapheme", maxLength: 80 })
          : type === "integer"
            ? integer({ min: -1, max: 2_000 })
            : type === "boolean"
              ? boolean()
              : type === "array"
                ? array(string(), { maxLength: 4 })
                : jsonValue();
    return [name, option(oneof({ weight: 3, arbitrary: likely }, odd), { nil: undefined })] as const;
  });
  return oneof(
    { weight: 4, arbitrary: record(Object.fromEntries(fields)) },
    record({ ...Object.fromEntries(fields), unknown: odd }),
    odd,
  );
};

test.each(allTools.map((tool) => [tool.name, tool] as const))("%s", async (_, tool) => {
  await holds(inputFor(tool.input.json), async (input) => {
    const parsed = tool.input.parse(input);
    expect(parsed.ok ? "read" : parsed.message).not.toBe("");
    if (!parsed.ok) return;
    const { verdict } = await explain({ ...place, mode: "default" }, tool, parsed.value);
    expect(["allow", "ask", "deny"]).toContain(verdict.decision);
  });
});
