/** Drawings for tests, and what is hostile in them. */
import { stripVTControlCharacters } from "node:util";
import { array, constantFrom, integer, oneof, string } from "fast-check";
import type { Drawing } from "../../../src/transports/tui/drawing.ts";
import { themes } from "../../../src/transports/tui/theme/themes.ts";

export const drawing = (more: Partial<Drawing> = {}): Drawing => ({
  columns: 80,
  paint: themes().theme("default", "dark", "plain").paint,
  open: false,
  plain: false,
  now: 1_000_000,
  ...more,
});

/** With colours and links, so that every sequence that is ever written is there. */
export const colorful = (more: Partial<Drawing> = {}): Drawing =>
  drawing({ paint: themes().theme("default", "dark", "true").paint, links: true, ...more });

/** What a terminal would obey, whole and in halves. */
export const attacks: readonly string[] = [
  "\u001B]0;title\u0007",
  "\u001B]2;title\u001B\\",
  "\u001B]8;;https://evil.example\u001B\\click\u001B]8;;\u001B\\",
  "\u001B]52;c;ZXZpbA==\u0007",
  "\u001B]1337;File=inline=1:AAAA\u0007",
  "\u001B]133;A\u0007",
  "\u001BPq#0;2;0;0;0#0~~\u001B\\",
  "\u001BP$qm\u001B\\",
  "\u001B_Gf=100,a=T;AAAA\u001B\\",
  "\u001B_pi:c\u0007",
  "\u001B^private\u001B\\",
  "\u001BXstart\u001B\\",
  "\u001B[2J\u001B[H",
  "\u001B[10;10H\u001B[5A\u001B[K",
  "\u001B[?1049h\u001B[?25l\u001B[?2004l\u001B[?1000h",
  "\u001B[6n\u001B[c\u001B[>c",
  "\u001B[31;1mred\u001B[0m",
  "\u001B[8mhidden\u001B[28m",
  "\u001B#8\u001Bc\u001B7\u001B8\u001BM",
  "\u001B(0lqqk\u001B(B",
  "\u009B2J\u009D0;title\u009C\u0090q\u009C\u009F_G\u009C",
  "\u0085\u0084\u008D",
  "\u202Eevil\u202C \u2066a\u2069 \u200Fb\u200E \u061Cc",
  "shown\rhidden",
  "aaa\b\b\bbbb",
  "\u0007\u0000\u000B\u000C\u000E\u000F\u007F",
  "a\u2028b\u2029c",
  "\u001B",
  "\u001B[",
  "\u001B[3",
  "\u001B]0;half",
  "1mhalf\u0007",
  "\u001B]8;;https://a.example",
];

/** Texts that are wide, joined, marked, right to left or not well formed. */
export const odd: readonly string[] = [
  "漢字かな交じり文",
  "한국어 문장",
  "ﾊﾝｶｸ ＦＵＬＬ",
  "👩‍👩‍👧‍👦👍🏽🇩🇪🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "❤️ ☎️ 1️⃣ ©️",
  "e\u0301a\u0300\u0316o\u0308",
  "z\u0335\u0322\u0328\u0353\u0321a\u0337\u0322lgo",
  "שלום עולם",
  "مرحبا بالعالم",
  "हिन्दी भाषा क्षत्रिय",
  "ภาษาไทยคำ",
  "\u200Bzero\u200Cwidth\u2060joiner\uFEFF",
  "\uD83D",
  "\uDC69\uD83D",
  "🇩",
  "\uFE0F\u20E3",
  "a\tb\t\tc",
  "\u0903\u093E",
  "﷽",
  "\u{E0041}\u{E007F}",
  "𝕳𝖊𝖑𝖑𝖔",
];

const markdown = [
  "\n",
  "\n\n",
  "- ",
  "1. ",
  "# ",
  "> ",
  "```",
  "```ts\n",
  "~~~",
  "    ",
  "\t",
  "|",
  "|-|-|\n",
  "a|b",
  "*",
  "**",
  "_",
  "`",
  "~~",
  "[x](",
  "https://a.example/b",
  ")",
  "<b>",
  "---",
  "===",
  "&amp;",
  "[a]: b",
  "![",
  "- [x] ",
  "\\",
  "word ",
  "Words in a row. ",
];

const piece = oneof(
  constantFrom(...attacks),
  constantFrom(...odd),
  constantFrom(...markdown),
  string({ unit: "binary", maxLength: 12 }),
  string({ unit: "grapheme", maxLength: 12 }),
);

export const hostile = array(piece, { maxLength: 30 }).map((parts) => parts.join(""));

export const columns = oneof(
  integer({ min: 1, max: 20 }),
  integer({ min: 20, max: 60 }),
  integer({ min: 20, max: 300 }),
);

/** What is left of a line that no drawing may have written: anything obeyed but SGR and links that we made. */
export const obeyed = (text: string): string | undefined => controls.exec(text.replaceAll(ours, ""))?.[0];

// oxlint-disable-next-line no-control-regex
const ours = /\u001B(?:\[[\d;]*m|\]8;;(?:https?:\/\/[\u0021-\u007e]+)?\u001B\\)/gu;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** As a person sees it. */
export const seen = (lines: readonly string[]): string =>
  lines.map((line) => stripVTControlCharacters(line)).join("\n");
