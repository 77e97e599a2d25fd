/** The mouse on a full screen, by the bytes that a terminal sends for it: the wheel scrolls, a click opens and closes. */
import { expect, test } from "vitest";
import { noTmux, seat, type Seat } from "./seat.ts";

/** Buttons of SGR mouse reports (mode 1006), https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Mouse-Tracking */
const buttons = { left: 0, wheelUp: 64, wheelDown: 65 } as const;

const mouse = (button: number, row: number, pressed = true): string =>
  `\u001b[<${button};10;${row}${pressed ? "M" : "m"}`;

/** On the first row that shows it. */
const click = async (at: Seat, text: string): Promise<void> => {
  const row = (await at.screen()).split("\n").findIndex((line) => line.includes(text)) + 1;
  expect(row).toBeGreaterThan(0);
  await at.send(mouse(buttons.left, row) + mouse(buttons.left, row, false));
};

test.skipIf(noTmux !== undefined)(
  "the wheel scrolls the transcript, and its end is followed again (needs tmux)",
  async () => {
    const at = await seat({ columns: 80, rows: 20 });
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 10}.`);
    await at.kelson("fixed", `-m ${await at.script({ text: paragraphs.join("\n\n") })}`);
    await at.say("at length");
    const end = await at.until("done after");
    expect(end).toContain("Paragraph 49.");
    await at.send(mouse(buttons.wheelUp, 5));
    await at.until("more below");
    let top = /Paragraph (\d+)/u.exec(await at.screen())?.[1];
    while (top !== "10") {
      await at.send(mouse(buttons.wheelUp, 5));
      const before = top;
      await at.until((screen) => (top = /Paragraph (\d+)/u.exec(screen)?.[1]) !== before);
      expect(Number(top)).toBeLessThan(Number(before));
    }
    // Not to the very end yet: what was read stays where it is while the wheel turns back.
    await at.send(mouse(buttons.wheelDown, 5));
    await at.until((screen) => !screen.includes("Paragraph 10.") && screen.includes("more below"));
    // As a quick finger sends them, all before the next frame.
    await at.send(mouse(buttons.wheelDown, 5).repeat(5));
    await at.until((screen) => Number(/Paragraph (\d+)/u.exec(screen)?.[1]) > 15);
    for (let turns = 0; turns < 60 && (await at.screen()).includes("more below"); turns += 1)
      await at.send(mouse(buttons.wheelDown, 5));
    expect(await at.until("done after")).toBe(end);
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  },
);

test.skipIf(noTmux !== undefined)("a click opens a call, another one closes it (needs tmux)", async () => {
  const at = await seat();
  const command = "printf 'the %s of it\\n' output";
  const model = await at.script({ calls: [{ name: "bash", input: { command } }] }, { text: "It was run." });
  await at.kelson("fixed", `--permission-mode bypass -m ${model}`);
  await at.say("run it");
  const closed = await at.until("done after");
  expect(closed).not.toContain("the output of it");
  await click(at, "bash");
  const open = await at.until("the output of it");
  expect(open).toContain("rule:");
  // Anywhere in it; twice quickly in one place would be a double click, which marks a word.
  await click(at, "rule:");
  expect(await at.until((screen) => !screen.includes("the output of it"))).toBe(closed);
  // A click beside the transcript opens nothing, and the keys are still those of the input.
  await click(at, "tokens");
  await at.type("typed after");
  await at.until("typed after");
  expect(await at.screen()).not.toContain("the output of it");
  await at.press("C-u", "C-d");
  expect(await at.ended()).toBe(0);
});
