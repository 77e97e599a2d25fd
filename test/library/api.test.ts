/** The reference of the library says what the docstrings say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiPage } from "../../scripts/api.ts";
import * as aiSdk from "../../src/ai-sdk.ts";
import * as library from "../../src/index.ts";
import * as conformance from "../../src/testing/conformance/index.ts";
import * as testing from "../../src/testing/index.ts";

test("docs/api.md is up to date (else run node scripts/api.ts)", () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8")).toBe(apiPage());
});

test("everything that is exported has its paragraph", () => {
  const page = apiPage();
  const exported = [library, aiSdk, testing, conformance].flatMap((barrel) => Object.keys(barrel));
  expect(exported.filter((name) => !page.includes(`\n#### ${name}\n`))).toEqual([]);
});
