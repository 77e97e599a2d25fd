/** The floor plan holds: what may import what, how long files are, and that each says what it is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { barrels, floorPlan, maxLines } from "./architecture/floor-plan.ts";
import { type SourceFile, sourceFile } from "./architecture/source-file.ts";
import { type Law, roomOf, violations } from "./architecture/violations.ts";

const src = join(import.meta.dirname, "../src");
const law: Law = { plan: floorPlan, maxLines, barrels };

const files: SourceFile[] = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => sourceFile(path.slice(src.length + 1), readFileSync(path, "utf8")));

describe("the house", () => {
  test("is seen whole", () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files.reduce((sum, file) => sum + file.imports.length, 0)).toBeGreaterThan(400);
    expect(new Set(files.map((file) => roomOf(file.path, law)))).toEqual(new Set(Object.keys(floorPlan)));
  });

  test("keeps its floor plan", () => {
    expect(violations(files, law)).toEqual([]);
  });

  test("has files of a page", () => {
    const lengths = files.map((file) => file.lines).toSorted((one, other) => one - other);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80);
  });
});

describe("a made-up house", () => {
  const small: Law = {
    barrels: ["index.ts"],
    maxLines: 5,
    plan: {
      top: { holds: ["main.ts", "index.ts"], imports: "all", outside: ["node:*"] },
      tools: { holds: ["tools"], imports: ["contract"], outside: ["zod"] },
      worlds: { holds: ["worlds"], imports: ["contract"], outside: [] },
      contract: { holds: ["contract"], imports: [], outside: [] },
    },
  };
  const good = {
    "main.ts": `/** Starts. */\nimport "node:fs";\nimport "./tools/a.ts";\nvoid import("./worlds/w.ts");`,
    "index.ts": `/** The barrel. */\nexport * from "./tools/a.ts";`,
    "tools/a.ts": `/** A tool. */\nimport type { C } from "../contract/c.ts";\nexport const a: C = 1;`,
    "worlds/w.ts": `/** A world. */\nexport const w = 1;`,
    "contract/c.ts": `/** A port. */\nexport type C = number;`,
  };
  const found = (changes: Record<string, string>): string[] =>
    violations(
      Object.entries({ ...good, ...changes }).map(([path, text]) => sourceFile(path, text)),
      small,
    );

  test("is in order", () => {
    expect(found({})).toEqual([]);
  });

  test.each([
    [
      "an upward import of a type",
      { "contract/c.ts": `/** C. */\nimport type { W } from "../worlds/w.ts";\nexport type C = W;` },
      ["contract/c.ts (contract) may not import worlds/w.ts (worlds)"],
    ],
    [
      "a sideways import, lazy",
      { "tools/a.ts": `/** A. */\nexport const a = async () => import("../worlds/w.ts");` },
      ["tools/a.ts (tools) may not import worlds/w.ts (worlds)"],
    ],
    [
      "an import inside of a type",
      { "tools/a.ts": `/** A. */\nexport type A = import("../worlds/w.ts").W;` },
      ["tools/a.ts (tools) may not import worlds/w.ts (worlds)"],
    ],
    [
      "a re-export",
      { "tools/a.ts": `/** A. */\nexport const a = 1;\nexport { w } from "../worlds/w.ts";` },
      ["tools/a.ts (tools) may not import worlds/w.ts (worlds)"],
    ],
    [
      "a tool that touches the machine",
      { "tools/a.ts": `/** A. */\nimport fs = require("node:fs");\nexport const a = fs;` },
      ["tools/a.ts (tools) may not import node:fs"],
    ],
    [
      "an import that is computed",
      { "tools/a.ts": `/** A. */\nexport const a = async (name: string) => import(name);` },
      ["tools/a.ts imports something that is computed"],
    ],
    [
      "a circle of types",
      {
        "tools/a.ts": `/** A. */\nimport type { B } from "./b.ts";\nexport type A = B;`,
        "tools/b.ts": `/** B. */\nimport type { A } from "./a.ts";\nexport type B = A;`,
      },
      ["import circle: tools/a.ts → tools/b.ts → tools/a.ts"],
    ],
    [
      "a long file without a word",
      { "tools/long.ts": "export const a = 1;\n".repeat(6) },
      ["tools/long.ts has 6 lines, more than 5", "tools/long.ts does not open with a doc comment"],
    ],
    [
      "a second barrel",
      { "tools/all.ts": `/** All. */\nexport * from "./a.ts";` },
      ["tools/all.ts is a barrel; only index.ts may be one"],
    ],
    [
      "a folder that the plan does not know",
      { "attic/x.ts": `/** X. */\nexport const x = 1;` },
      ["attic/x.ts stands in no room of the floor plan"],
    ],
  ])("%s is found", (_, changes, sentences) => {
    expect(found(changes as unknown as Record<string, string>)).toEqual(sentences);
  });

  test("an empty room is found", () => {
    const tree = Object.entries(good).filter(([path]) => !path.startsWith("worlds"));
    expect(
      violations(
        tree.map(([path, text]) => sourceFile(path, text)),
        small,
      ),
    ).toEqual(["no file stands in the room worlds"]);
  });
});
