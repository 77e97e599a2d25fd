/** The generated pages say what the source says. */
import { expect, test } from "vitest";
import { drifted, pages } from "../scripts/docs.ts";
import { eventTypes } from "../src/contract/event.ts";

test("the generated pages are up to date (else run node scripts/docs.ts)", () => {
  expect(drifted()).toEqual([]);
});

test("every kind of event has its paragraph", () => {
  const page = pages["docs/events.md"]?.() ?? "";
  expect(eventTypes.filter((type) => !page.includes(`### ${type}\n`))).toEqual([]);
});
