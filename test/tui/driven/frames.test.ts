/** Golden frames: whole screens as text, for wide characters and narrow terminals. `FRAMES=write` makes them anew. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

const frames = join(import.meta.dirname, "../frames");

/** Without skin tones: tmux takes those for wider than they are, and would wrap a row that is full. */
const reply = [
  "# 見出し, 제목, заголовок",
  "",
  "Wide: 日本語のテキストは二つの桁を取る、だから行の終わりで測り直す必要がある。 Emoji: 👩‍👩‍👧‍👦 🇯🇵 👍 ✅ ❤️. Combining: e\u0301 n\u0303 a\u0308\u0323. Right to left: שלום עולם, مرحبا بالعالم.",
  "",
  "| 名前 | Größe | 値段 |",
  "|---|---:|---|",
  "| りんご | 12 | ¥150 |",
  "| Ananas 🍍 | 3 | ¥1,480 |",
  "",
  "1. first\n2. 二番目 with `code 符号`\n",
  "```js",
  'const 挨拶 = "こんにちは"; // a comment that is longer than a narrow terminal is wide',
  "```",
].join("\n");

/** What differs from run to run, or from machine to machine. */
const steady = (screen: string): string =>
  screen
    .replaceAll(/\d{6}-\d{6}-[a-z\d]{6}/gu, "261122-120000-frames")
    .replaceAll(/\d{6}-\d{4}…/gu, "261122-1200…")
    .replaceAll(/ui-\w{6}(?=\/)/gu, "ui-frames")
    .replaceAll(/\b[\da-f]{16}\b/gu, "0123456789abcdef")
    .replaceAll(/ +\d+(?:\.\d+)? ?m?s\b/gu, " 0 s")
    .replaceAll(/\d+(?=% full)|[\d.]+(?=k tokens)/gu, "0");

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test.each([40, 80, 120])("%i columns", async (columns) => {
    const at = await seat({ columns, rows: 48 });
    await writeFile(join(at.cwd, "挨拶.txt"), "こんにちは、世界\n古い行\n");
    const model = await at.script(
      {
        reasoning: "考えている… one thought.",
        calls: [
          { name: "bash", input: { command: "cat 挨拶.txt" } },
          { name: "edit_file", input: { path: "挨拶.txt", old_string: "古い行", new_string: "新しい行 👋" } },
        ],
      },
      { text: reply },
    );
    await at.kelson(face, `--sandbox off --permission-mode bypass -m ${model}`);
    await at.say("Sag 你好 👋");
    await at.untilAnywhere(/done after/u);
    await at.type("入力 input");
    await at.until("入力 input");
    const screen = await at.until((text) => /入力 input/u.test(text) && !/working|running/u.test(text));
    await at.press("C-c");
    await at.press("C-d");
    await at.ended();
    const path = join(frames, `${face}-${columns}.txt`);
    if (process.env["FRAMES"] === "write") {
      await mkdir(frames, { recursive: true });
      await writeFile(path, `${steady(screen)}\n`);
    }
    expect(`${steady(screen)}\n`).toBe(await readFile(path, "utf8"));
  });
});
