/** The bundle as it is built: what a start loads, and what it does not. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../../rolldown.config.ts";

const directory = mkdtempSync(join(tmpdir(), "kelson-bundle-"));
const output = Array.isArray(config.output) ? undefined : config.output;

beforeAll(
  async () => void (await build({ ...config, output: { ...output, dir: directory, cleanDir: false } })),
  60_000,
);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the program is one chunk beside its entry: whatever a command needs is loaded by that command", () => {
  expect([...loadedBy("main.js")].map(nameOf).toSorted()).toEqual(["chunks/program", "main.js"]);
});

test("only the terminal program loads the screen", () => {
  const program = [...loadedBy("main.js")].map(textOf).join("\n");
  const lazy = [...program.matchAll(/import\("(?<file>\.[^"]+-[\w-]{8}\.js)"\)/gu)].map(
    ({ groups }) => `chunks/${basename(groups?.["file"] ?? "")}`,
  );
  expect(lazy.length).toBeGreaterThan(20);
  const withScreen = lazy.filter((file) => [...loadedBy(file)].some((loaded) => nameOf(loaded) === "chunks/screen"));
  expect(withScreen).toEqual([]);
});

/** A file of the bundle and all that its static imports bring, each relative to the bundle. */
const loadedBy = (file: string, loaded = new Set<string>()): Set<string> => {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, other = ""] of textOf(file).matchAll(/^import .*"(\.[^"]+)";$/gmu))
    loadedBy(join(file, "..", other), loaded);
  return loaded;
};

const textOf = (file: string): string => readFileSync(join(directory, file), "utf8");
const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/u, "");
