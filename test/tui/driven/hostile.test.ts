/** No escape sequence of a model, a tool, a file or a paste reaches the terminal: the bytes themselves are looked at. */
/* oxlint-disable no-control-regex -- They are what is looked for. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

/** Each has a word of its own that nothing else writes. */
const corpus: Readonly<Record<string, string>> = {
  "a title, OSC 0": "\u001b]0;evil-title\u0007",
  "a title, OSC 2, ended by ST": "\u001b]2;evil-second\u001b\\",
  "a link, OSC 8": "\u001b]8;;http://evil-link.test\u001b\\evil-words\u001b]8;;\u001b\\",
  "the clipboard, OSC 52": "\u001b]52;c;ZXZpbA==\u0007",
  "a colour of the palette, OSC 4": "\u001b]4;1;rgb:66/66/66\u0007",
  "a directory, OSC 7": "\u001b]7;file:///evil-directory\u0007",
  "a cursor that moves": "\u001b[66;6H",
  "a cursor that is saved": "\u001b[66A\u001b7",
  "a cleared scrollback": "\u001b[3J",
  "a mode": "\u001b[?1066h",
  "a cursor that hides": "\u001b[?66;25l",
  "a region that scrolls": "\u001b[6;66r",
  "a report that would be typed": "\u001b[66n",
  DCS: "\u001bP+q666666\u001b\\",
  APC: "\u001b_Gevil-picture\u001b\\",
  PM: "\u001b^evil-private\u001b\\",
  SOS: "\u001bXevil-string\u001b\\",
  "a reset": "\u001bc",
  "C1 CSI": "\u009b66;7H",
  "C1 OSC": "\u009d0;evil-c1\u009c",
  "C1 DCS": "\u0090evil-c1-dcs\u009c",
  "a colour that is not ours": "\u001b[38;2;66;66;6m",
  "rows that scroll": "\u001b[66;67r",
  "another character set": "\u001b(0",
  "one that never ends": "\u001b]0;evil-endless",
};

/** What the program may write itself, beside text. */
const ours = [
  /^\u001b\[[\d;:]*m/u,
  /^\u001b\[\d*(?:;\d+)?[ABCDEFGHJKLM]/u,
  /^\u001b\[\?(?:7|25|1000|1002|1003|1004|1006|1049|2004|2026|2031)[hl]/u,
  // Rows of a full screen that scroll.
  /^\u001b\[(?:\d+;\d+)?r/u,
  /^\u001bM/u,
  // Questions to the terminal: its colour, its keyboard, its attributes, its cells.
  /^\u001b\]1[01];\?(?:\u0007|\u001b\\)/u,
  /^\u001b\[(?:>[\d;]*u|<\d*u|\?u|c|>[\d;]*m|\d*t|\?996n)/u,
  // Of our own links only the frame; where to is looked at below.
  /^\u001b\]8;[^;]*;(?:file|https?):[^\u0007\u001b]*(?:\u0007|\u001b\\)/u,
  /^\u001b\]8;;(?:\u0007|\u001b\\)/u,
];

const strange = (bytes: string): string[] =>
  [...bytes.matchAll(/[\u001b\u0080-\u009f]/gu)]
    .map(({ index }) => bytes.slice(index, index + 40))
    .filter((rest) => !ours.some((sequence) => sequence.test(rest)))
    .map((rest) => JSON.stringify(rest));

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test.each([1, 3, 16])("text, thoughts, calls and outputs in pieces of %i", async (chunk) => {
    const at = await seat();
    const all = Object.values(corpus).join(" ");
    await writeFile(join(at.cwd, "hostile.txt"), `${all}\n`);
    await mkdir(join(at.cwd, `dir\u001b]0;evil-name\u0007`));
    const model = await at.script(
      {
        reasoning: `thinking ${all}`,
        text: `saying ${all} in words\n\nand a [link](http://evil-link.test/${encodeURI("\u001b")}) \`${all}\`\n\n`,
        calls: [
          { name: "bash", input: { command: "cat hostile.txt; ls" } },
          { name: "read_file", input: { path: `no${all}such` } },
          { name: `tool${all}`, input: {} },
        ],
        chunk,
      },
      {
        calls: [
          { name: "bash", input: { command: `echo '${all}'` } },
          { name: "read_file", input: { path: "hostile.txt" } },
          { name: "update_plan", input: { steps: [{ step: `plan ${all}`, status: "pending" }] } },
        ],
        chunk,
      },
      { text: "The hostile corpus is over.", chunk },
    );
    await at.kelson(face, `--permission-mode bypass -m ${model}`);
    const before = (await at.written()).length;
    await at.press("C-o");
    await at.paste(`pasted ${all}`);
    await at.until("pasted");
    await at.press("Enter");
    await at.until("corpus is over.");
    // The log shows the same raw.
    await at.press("C-t");
    await at.until("model.replied");
    await at.press("Enter");
    await at.until('"seal"');
    await at.press("Escape");
    await at.until((screen) => !screen.includes('"seal"'));
    await at.press("Escape");
    await at.atInput();
    const bytes = (await at.written()).subarray(before).toString("utf8");
    expect([...new Set(strange(bytes))]).toEqual([]);
    const found = Object.entries(corpus).filter(([, sequence]) => bytes.includes(sequence));
    expect(found.map(([name]) => name)).toEqual([]);
    await at.press("C-d");
    await at.ended();
    expect((await at.facts("pane_title")).pane_title).not.toContain("evil");
  });
});
