/** The generated pages say what the source says, and what pages point to is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drifted, pages } from "../scripts/docs.ts";
import { eventTypes } from "../src/contract/event.ts";

const root = join(import.meta.dirname, "..");

test("the generated pages are up to date (else run node scripts/docs.ts)", () => {
  expect(drifted()).toEqual([]);
});

test("every kind of event has its paragraph", () => {
  const page = pages["docs/events.md"]?.() ?? "";
  expect(eventTypes.filter((type) => !page.includes(`### ${type}\n`))).toEqual([]);
});

const handwritten = [
  "README.md",
  "AGENTS.md",
  "docs/architecture.md",
  "docs/library.md",
  ...readdirSync(join(root, "docs/ports")).map((page) => `docs/ports/${page}`),
];

test.each(handwritten)("what %s points to is there", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/gu)].map(([, path]) => path ?? "");
  const paths = [...text.matchAll(/`((?:src|test|bin|docs|scripts|examples)\/[\w./-]*)`/gu)].map(
    ([, path]) => path ?? "",
  );
  expect(links.filter((path) => !existsSync(join(root, page, "..", path)))).toEqual([]);
  expect(paths.filter((path) => !path.includes("<") && !existsSync(join(root, path)))).toEqual([]);
});
