/** A terminal that changes its size while a reply streams, and sizes at both ends. */
import { describe, expect, test, vi } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  // A frame that is on its way when the terminal changes its size is drawn for the one before, and nobody can take it back.
  test(
    "narrower, wider, shorter, taller while a reply streams: each line stands there once",
    { retry: 2 },
    async () => {
      const at = await seat({ columns: 100, rows: 24 });
      for (const line of ["one", "two", "three"]) await at.run(`echo before-${line}-$((40 + 2))`);
      const names = Array.from({ length: 40 }, (_, index) => `line-${100 + index}`);
      const model = await at.model(() => ({
        text: names.map((name) => `${name} ${"has words that wrap ".repeat(4)}end-${name}`).join("\n\n"),
        pieceChars: 20,
        delayMs: 8,
      }));
      await at.kelson(face, model.flags);
      await at.say("stream");
      const sizes = [
        { columns: 60, rows: 24 },
        { columns: 140, rows: 24 },
        { columns: 140, rows: 12 },
        { columns: 45, rows: 30 },
        { columns: 80, rows: 24 },
      ];
      for (const [index, size] of sizes.entries()) {
        await at.until(names[3 + index * 6] ?? "");
        await at.resize(size);
      }
      await at.until("end-line-139");
      // What was typed meanwhile was heard, and the input stands there once.
      await at.type("typed at the end");
      const screen = await at.until("typed at the end");
      expect(screen.match(/^─{10}/gmu)).toHaveLength(2);
      await at.press("C-c", "C-d");
      await at.ended();
      const all = await at.everything();
      const once = [...names.map((name) => `end-${name}`), "above-the-program"];
      expect(once.map((text) => [text, all.split(text).length - 1])).toEqual(once.map((text) => [text, 1]));
      expect(names.toSorted((a, b) => all.indexOf(`end-${a}`) - all.indexOf(`end-${b}`))).toEqual(names);
      expect(all).not.toContain("typed at the end");
    },
  );

  test("10×10: all can be read and done, however narrow", async () => {
    const at = await seat({ columns: 10, rows: 10 });
    const model = await at.model(() => ({ text: "Words in a column." }));
    await at.kelson(face, model.flags);
    await at.say("hi");
    await at.untilAnywhere(/^column\.$/mu);
    await at.press("C-o", "C-t");
    await at.until("SEQ");
    await at.press("Escape");
    await at.atInput();
    // What the shell says at the end is wider than that.
    await at.resize({ columns: 40, rows: 10 });
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  });

  test("20×5 and 300×80", async () => {
    const at = await seat({ columns: 20, rows: 5 });
    const model = await at.model(({ turn }) => ({ text: turn === 1 ? "Small words here." : "Wide words." }));
    await at.kelson(face, model.flags);
    await at.say("hi");
    await vi.waitUntil(() => model.requests.length === 1, 10_000);
    for (const key of ["C-o", "PPage", "NPage", "C-t"]) await at.press(key);
    await at.until("SEQ TYPE");
    await at.press("Escape");
    await at.atInput();
    await at.resize({ columns: 300, rows: 80 });
    await at.say("again");
    const all = await at.untilAnywhere("Wide words.");
    expect(all).toContain("Small words here.");
    const screen = await at.screen();
    expect(Math.max(...screen.split("\n").map((line) => line.length))).toBe(300);
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  });
});
