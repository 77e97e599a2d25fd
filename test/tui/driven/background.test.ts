/** The theme follows a terminal that becomes light or dark, until a person chooses one. */
import { describe, expect, test, vi } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

/** What a terminal tells (mode 2031), https://contour-terminal.org/vt-extensions/color-palette-update-notifications/ */
const becomes = { dark: "\u001b[?997;1n", light: "\u001b[?997;2n" } as const;

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("dark, light, dark, and then as it was chosen", async () => {
    const at = await seat();
    await at.kelson(face, `-m ${await at.script({ text: "x" })}`);
    // Asked for after the first frame.
    await vi.waitUntil(async () => (await at.written()).includes("\u001b[?2031h"), 10_000);
    await at.type("the input");
    await at.until("the input");
    // The line above the input has the colour of borders.
    const border = async (): Promise<string> =>
      (await at.painted()).split("\n").find((line) => line.includes("──────────")) ?? "";
    const turnsTo = (is: (line: string) => boolean): Promise<string> =>
      vi.waitUntil(async () => {
        const line = await border();
        return is(line) && line;
      }, 10_000);
    const dark = await border();
    await at.send(becomes.light);
    const light = await turnsTo((line) => line !== dark);
    await at.send(becomes.dark);
    await turnsTo((line) => line === dark);
    // Nothing of it was taken for keys.
    expect(await at.screen()).toMatch(/^the input$/mu);
    await at.press("C-u");
    await at.send(becomes.light);
    await turnsTo((line) => line === light);
    await at.say("/theme high-contrast");
    const chosen = await turnsTo((line) => line !== light);
    // The one for light terminals has black borders.
    expect(chosen).toContain("38;5;16m");
    await at.send(becomes.dark);
    await at.type("some keys later");
    await at.until("some keys later");
    expect(await border()).toBe(chosen);
    await at.press("C-u", "C-d");
    expect(await at.ended()).toBe(0);
  });
});
