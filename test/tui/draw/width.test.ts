/** How wide text is: pi-tui's measure, which ours is, against what terminals do; and how lines are broken. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, test } from "vitest";
import { flow, line } from "../../../src/transports/tui/draw/flow.ts";
import { span } from "../../../src/transports/tui/draw/span.ts";
import { untabbed } from "../../../src/transports/tui/draw/words.ts";
import { drawing } from "./surroundings.ts";

// As kitty, WezTerm and Ghostty draw them. tmux 3.3 gives 1 to what is wide by U+FE0F alone, and 4 to a skin tone.
test.each([
  ["漢字", 4],
  ["한국어", 6],
  ["각", 2],
  ["ﾊﾝｶｸ", 4],
  ["ＦＵ", 4],
  ["👩‍👩‍👧‍👦", 2],
  ["👍🏽", 2],
  ["🇩🇪", 2],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2],
  ["❤", 1],
  ["❤️", 2],
  ["1️⃣", 2],
  ["e\u0301", 1],
  ["z\u0335\u0322", 1],
  ["שלום", 4],
  ["مرحبا", 5],
  ["हिन्दी", 5],
  ["ภาษาคำ", 6],
  ["\u200Bx\u2060", 1],
  ["✓✗⊘▸◆⋯·…│┃─", 11],
])("%s takes %d columns", (text, columns) => {
  expect(visibleWidth(text)).toBe(columns);
});

test("a soft hyphen, on whose width terminals do not agree, is left out", () => {
  expect(flow([span("text", "soft\u00adware")], drawing())).toEqual(["software"]);
});

const broken = (text: string, columns: number): readonly string[] => flow([span("text", text)], drawing({ columns }));

test.each([
  ["between words", "one two three four five", 20, ["one two three four", "five"]],
  [
    "between CJK characters, punctuation with the one before",
    "漢字かな交じり文の折。返し",
    20,
    ["漢字かな交じり文の", "折。返し"],
  ],
  ["within a word that is too long", "a".repeat(25), 20, ["a".repeat(20), "aaaaa"]],
  ["never within a grapheme", "👩‍👩‍👧‍👦".repeat(11), 21, ["👩‍👩‍👧‍👦".repeat(10), "👩‍👩‍👧‍👦"]],
  ["keeping the indentation", "    indented words that go on", 20, ["    indented words", "that go on"]],
])("lines are broken %s", (_, text, columns, lines) => {
  expect(broken(text, columns)).toEqual(lines);
});

test("one line is cut before what stands at its end", () => {
  const right = [span("text", "  12 s")];
  expect(line([span("text", "a subject that is long")], drawing({ columns: 20 }), right)).toBe("a subject tha…  12 s");
  expect(line([span("text", "漢字漢字漢字漢字漢字")], drawing({ columns: 20 }), right)).toBe("漢字漢字漢字…  12 s");
  expect(line([span("text", "exactly as wide.....")], drawing({ columns: 20 }))).toBe("exactly as wide.....");
});

test("tabs reach to every fourth column", () => {
  expect(["\ta", "a\tb", "abcd\te"].map(untabbed)).toEqual(["    a", "a   b", "abcd    e"]);
});
