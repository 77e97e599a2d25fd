/** Talking, on a real terminal: the demo, a diff, long replies and thoughts. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faces, noTmux, root, seat, type Turn } from "./seat.ts";

const times = (text: string, words: string): number => text.split(words).length - 1;

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("the demo", async () => {
    const at = await seat();
    const { turns } = JSON.parse(await readFile(join(root, "examples/demo/script.json"), "utf8")) as { turns: Turn[] };
    const model = await at.script(...turns.map((turn) => ({ ...turn, delayMs: 1, chunk: 12 })));
    await at.kelson(face, `--permission-mode bypass -m ${model}`);
    await at.say("The test fails. Mend it.");
    await at.until("nothing else changed");
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
    const all = await at.everything();
    const told = [
      "above-the-program",
      "The test fails. Mend it.",
      "look at the project first",
      "package.json",
      "SPRING",
      "There it is",
      "Both tests pass now",
    ];
    for (const words of told.filter((one) => one !== "package.json"))
      expect([words, times(all, words)]).toEqual([words, 1]);
    expect(told.toSorted((a, b) => all.indexOf(a) - all.indexOf(b))).toEqual(told);
  });

  test("a diff, opened", async () => {
    const at = await seat();
    const edit = { path: "src/discount.js", old_string: "cents - percent;", new_string: "cents - cents / percent;" };
    const model = await at.script(
      { calls: [{ name: "read_file", input: { path: "src/discount.js" } }] },
      { calls: [{ name: "edit_file", input: edit }] },
      { text: "The edit is made." },
    );
    await at.kelson(face, `--permission-mode accept-edits -m ${model}`);
    await at.press("C-o");
    await at.say("edit it");
    await at.until("The edit is made.");
    await at.press("C-d");
    await at.ended();
    const all = await at.everything();
    expect(all).toMatch(/cents - percent;[^]*cents - cents \/ percent;/u);
  });

  test("thoughts say how long they took, where that was heard", async () => {
    const at = await seat();
    const reasoning = "First I look at it from one side. Then from the other side.";
    const model = await at.model(({ turn }) => ({
      reasoning,
      pieceChars: 5,
      delayMs: 150,
      ...(turn === 1 ? { calls: [{ name: "read_file", input: { path: "package.json" } }] } : { text: "The answer." }),
    }));
    await at.kelson(face, model.flags);
    await at.say("think");
    await at.until(/thinking for \d+ s: /u);
    await at.until("done after");
    expect((await at.screen()).match(/▸ thought for \d+ s: First I look/gu)).toHaveLength(2);
    await at.press("C-d");
    await at.ended();
    // The log does not hold it.
    await at.kelson(face, `-c ${model.flags}`);
    await at.until("› think");
    expect((await at.screen()).split(/[▸] thought: First I look/u).length).toBeGreaterThan(2);
    await at.press("C-d");
    await at.ended();
  });

  test("a reply that is longer than the screen, in paragraphs, stands there once, also without a transcript's help", async () => {
    const at = await seat({ columns: 80, rows: 20 });
    const paragraphs = Array.from(
      { length: 60 },
      (_, index) => `Paragraph ${index + 100}: ${"words and words ".repeat(9)}`,
    );
    const model = await at.model(() => ({
      reasoning: "I think of it.",
      text: paragraphs.join("\n\n"),
      pieceChars: 400,
    }));
    await at.kelson(face, model.flags);
    await at.say("at length");
    await at.until("Paragraph 159");
    await at.press("C-d");
    await at.ended();
    const all = await at.everything();
    const counts = paragraphs.map((_, index) => times(all, `Paragraph ${index + 100}:`));
    expect(counts).toEqual(paragraphs.map(() => 1));
  });
});

test.skipIf(noTmux !== undefined)("a full screen leaves nothing when that is wanted (needs tmux)", async () => {
  const at = await seat();
  await writeFile(join(at.cwd, "x"), "");
  await at.kelson("fixed", `--no-transcript -m ${await at.script({ text: "Said in passing." })}`);
  await at.say("hello");
  await at.until("Said in passing.");
  await at.press("C-d");
  await at.ended();
  const all = await at.everything();
  expect(all).toContain("above-the-program");
  expect(all).not.toContain("Said in passing.");
});
