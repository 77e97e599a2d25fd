/** Items of the transcript: what is folded, what can be done, and when a blank line stands between two. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, test } from "vitest";
import { type Event, splitData } from "../../../src/contract/event.ts";
import { foldOf } from "../../../src/contract/fold.ts";
import { transcript } from "../../../src/folds/transcript.ts";
import type { CallItem, TranscriptItem } from "../../../src/folds/transcript-item.ts";
import { attachedPart } from "../../../src/transports/tui/attached.ts";
import { drawAsk } from "../../../src/transports/tui/draw/ask.ts";
import { drawItem, isApart } from "../../../src/transports/tui/draw/draw-item.ts";
import { highlight } from "../../../src/transports/tui/draw/highlight.ts";
import { drawMarkdown } from "../../../src/transports/tui/draw/markdown.ts";
import { histories } from "../../log/histories.ts";
import { holds } from "../../log/holds.ts";
import { asked, askedDiff } from "./sample.ts";
import { drawing } from "./surroundings.ts";

const spot = { seq: 1, at: 0 };
const message = (text: string): TranscriptItem => ({
  kind: "message",
  ...spot,
  origin: "user",
  state: "said",
  text,
  images: 0,
});

test("a paste of 10,000 lines shows its beginning, and all of it with details", () => {
  const paste = message(Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n"));
  const lines = drawItem(paste, drawing());
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe("  … 9,980 more lines");
  expect(drawItem(paste, drawing({ open: true }))).toHaveLength(10_000);
});

test("files that were sent with a message are a line each, and open with details", () => {
  const files = [
    { kind: "file", path: "docs/tags.md", text: 'Write <file path="x">\n…</file> so.\n' },
    { kind: "file", path: 'a "b".ts', text: "let a;\n\tlet b;\n" },
    { kind: "directory", path: "src/", text: "a.ts\n" },
  ] as const;
  const sent = message(`Compare them${files.map((file) => attachedPart(file).text).join("")}`);
  expect(drawItem(sent, drawing())).toEqual([
    "› Compare them",
    "  [docs/tags.md, 2 lines]",
    '  [a "b".ts, 2 lines]',
    "  [src/, 1 name]",
  ]);
  expect(drawItem(sent, drawing({ open: true }))).toEqual([
    "› Compare them",
    "  [docs/tags.md, 2 lines]",
    '    Write <file path="x">',
    "    …</file> so.",
    '  [a "b".ts, 2 lines]',
    "    let a;",
    "        let b;",
    "  [src/, 1 name]",
    "    a.ts",
  ]);
});

test.each([
  '<file path="a.ts">\nlet a;',
  "What is </file>?",
  '<file path="\\x">\n</file>',
  '<file path="a">\n</file> is a tag',
])("what only looks like a file is text: %j", (text) => {
  const lines = text.split("\n");
  expect(drawItem(message(text), drawing())).toEqual(lines.map((line, at) => `${at === 0 ? "› " : "  "}${line}`));
});

test("a path without an end is text", () => {
  const lines = drawItem(message(`<file path="${"a".repeat(20_000_000)}`), drawing());
  expect(lines.slice(0, 2)).toEqual(["› <file", `  path="${"a".repeat(72)}`]);
});

test("a line that is as long as a book is cut", () => {
  const lines = drawItem(message("word ".repeat(100_000)), drawing());
  expect(lines).toHaveLength(12);
  expect(lines.slice(-2)).toEqual([expect.stringContaining("… 199,219 more"), "  … 299,999 more characters"]);
});

test("why a call failed takes a few rows, however long its lines are", () => {
  const output = `Not JSON: ${"{} ".repeat(5_000)}\n`;
  const failed: CallItem = { kind: "call", ...spot, call: "c", name: "x", state: "failed", subject: "", output };
  expect(drawItem(failed, drawing()).length).toBeLessThan(7);
  expect(drawItem(failed, drawing({ open: true })).length).toBeGreaterThan(100);
});

test("what was erased is said to be", () => {
  const erased: readonly TranscriptItem[] = [
    { kind: "message", ...spot, origin: "user", state: "said", images: 0 },
    { kind: "text", ...spot, model: "m", partial: false },
    { kind: "reasoning", ...spot, model: "m", partial: false },
  ];
  expect(erased.map((item) => drawItem(item, drawing()))).toEqual([
    ["› (erased)"],
    ["(erased)"],
    ["▸ thought: (erased)"],
  ]);
});

test("a message that was delivered stands where it was delivered, not where it waited", () => {
  expect(drawItem({ ...message("a"), state: "delivered" } as TranscriptItem, drawing())).toEqual([]);
});

const failed = (more: Partial<CallItem>): CallItem => ({
  kind: "call",
  ...spot,
  call: "c",
  name: "bash",
  state: "failed",
  subject: "make",
  ...more,
});

test.each([
  [
    { category: "timeout", output: "It took longer than 10 s." },
    "Its processes were ended. What it had done until then is done.",
  ],
  [{ category: "interrupted", output: "cut off" }, "It may have had effects: look before it runs again."],
  [{ state: "denied", category: "blocked", output: "no" }, "No approval changes that: see /policy for the rule."],
  [
    { state: "denied", category: "denied", output: "no" },
    "See /policy for the rule, and /mode for how freely calls run.",
  ],
] as const)("a call that came to nothing says why and what can be done: %j", (more, advice) => {
  expect(drawItem(failed(more), drawing()).slice(1)).toEqual([`  ${more.output}`, `  ${advice}`]);
});

test.each([
  ["model rate_limit", "Wait a little"],
  ["model authentication", "/doctor"],
  ["model context_overflow", "/compact"],
  ["bug", "please report it"],
  ["something new", "/rewind"],
])("a run that failed by %s says what to do", (why, advice) => {
  const end: TranscriptItem = { kind: "end", ...spot, state: "error", why, message: "It failed.", durationMs: 1 };
  expect(drawItem(end, drawing({ columns: 200 }))).toEqual([
    "✗ failed after 1 ms",
    "  It failed.",
    expect.stringContaining(advice),
  ]);
});

test("the file that a diff would change is named, also where there is one alone", () => {
  expect(drawAsk(askedDiff, drawing()).join("\n")).toContain("  src/price.ts\n");
});

test("a sub-agent that began is a detail: its call has a line, and it has one below", () => {
  const began: TranscriptItem = { kind: "notice", ...spot, about: "agent.spawned", level: "note", text: "began" };
  expect([drawItem(began, drawing()), drawItem(began, drawing({ open: true }))]).toEqual([[], ["· began"]]);
});

test("a rule that a longer yes adds is never cut, and without one the keys for it are not there", () => {
  const grant = `bash(${"very long ".repeat(40)}end)`;
  const withRule: CallItem = { ...asked, ask: { kind: "approval", rule: "", grant } };
  const text = drawAsk(withRule, drawing({ columns: 40 }))
    .join("\n")
    .replaceAll(/[┃\s]+/gu, "");
  expect(text).toContain(`sandaallow:${grant.replaceAll(" ", "")}`);
  const without = drawAsk({ ...asked, ask: { kind: "approval", rule: "" } }, drawing()).join("\n");
  expect(without.replaceAll("\u00a0", " ")).toContain("y yes · n no · e change it first · ? explain why");
});

test("what is left out of what is approved is said loudly, and details show it", () => {
  const input = { command: Array.from({ length: 60 }, (_, index) => `step ${index}`).join("\n"), cwd: "/elsewhere" };
  const paint = (role: string, text: string): string => (role === "error" ? `<${text}>` : text);
  const long: CallItem = { ...asked, input, ask: { kind: "approval", rule: "" } };
  const lines = drawAsk(long, drawing({ paint }));
  expect(lines).toContain("┃   <… 20 more lines>");
  expect(lines).toContain("┃   cwd: /elsewhere");
  expect(drawAsk(long, drawing({ open: true }))).toContain("┃   step 59");
});

test("every item of every history is drawn, also when all bodies were erased", () =>
  holds(histories(), async (run) => {
    const events = await run();
    const erased = events.map((event) => ({ ...event, data: splitData(event.type, event.data).sealed }) as Event);
    for (const items of [foldOf(transcript, events).items, foldOf(transcript, erased).items])
      expect(
        items.flatMap((item) => drawItem(item, drawing({ open: true }))).filter((line) => visibleWidth(line) > 80),
      ).toEqual([]);
  }));

test("blank lines stand around what is read, and not between what is glanced at", () => {
  const [text, call] = [{ kind: "text", ...spot, model: "m", text: "a", partial: false }, failed({})] as const;
  expect([isApart(text, call), isApart(call, text), isApart(call, call), isApart(text, text)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test("code is plain until its colours are loaded, and only for languages that are known", async () => {
  const code = "```ts\nconst a = 1;\n```\n\n```nosuch\nconst a = 1;\n```";
  const paint = (role: string, text: string): string => (role === "keyword" ? `<${text}>` : text);
  const shown = await new Promise((resolve) => {
    const colors = highlight(() => resolve([before, drawMarkdown(code, manner)]));
    const manner = drawing({ paint, highlight: colors });
    const before = drawMarkdown(code, manner);
  });
  const plain = ["  const a = 1;", "", "  const a = 1;"];
  expect(shown).toEqual([plain, ["  <const> a = 1;", "", "  const a = 1;"]]);
});
