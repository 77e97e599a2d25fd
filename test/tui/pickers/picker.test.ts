/** Lists to choose from: what they look like, narrow and wide, how they are searched, and how quick they stay. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, test } from "vitest";
import { type Offered, pick } from "../../../src/transports/tui/pickers/pick.ts";
import { keys, type Stage, stage, until } from "../stage.ts";

const towns: Offered<string> = {
  title: "Towns",
  rows: [
    { value: "tokyo", label: "東京都千代田区丸の内一丁目九番一号 東京駅", about: "日本の首都" },
    { value: "paris", label: "Paris 👩‍👩‍👧 by night", about: "the Seine", details: "Two million people\nlive here" },
    { value: "cairo", label: "القاهرة", about: "the Nile" },
    { value: "evil", label: "\u001b]0;owned\u0007Evil\u001b[2J\nville", about: "\u001b[31mred\u009b" },
  ],
};

const shown = async <T>(offered: Offered<T>, how: Parameters<typeof stage>[0] = {}) => {
  const all = await stage(how);
  const chosen = pick(all.screen, offered);
  await until(() => all.frame() !== "");
  return { ...all, chosen };
};

const widths = ({ frame }: Stage): number[] => frame().split("\n").map(visibleWidth);

describe("a list", () => {
  test("on a narrow screen", async () => {
    const list = await shown(towns, { columns: 40 });
    expect(list.frame()).toMatchInlineSnapshot(`
      "Towns · 4
      ›
      › 東京都千代田区丸の内一丁目九番一号 東…
        Paris 👩‍👩‍👧 by night
        القاهرة
        Evil ville
        日本の首都
      ↑↓ move · Enter chooses · Esc leaves"
    `);
    expect(Math.max(...widths(list))).toBeLessThanOrEqual(40);
    list.press(keys.down);
    expect(list.frame()).toMatchInlineSnapshot(`
      "Towns · 4
      ›
        東京都千代田区丸の内一丁目九番一号 東…
      › Paris 👩‍👩‍👧 by night
        القاهرة
        Evil ville
        the Seine
        Two million people
        live here
      ↑↓ move · Enter chooses · Esc leaves"
    `);
    list.press(keys.escape);
    expect(await list.chosen).toBeUndefined();
  });

  test("on a wide screen", async () => {
    const list = await shown(towns, { columns: 120 });
    expect(list.frame()).toMatchInlineSnapshot(`
      "Towns · 4
      ›
      › 東京都千代田区丸の内一丁目九番一号 東京駅  日本の首都
        Paris 👩‍👩‍👧 by night                          the Seine
        القاهرة                                    the Nile
        Evil ville                                 red<009b>
      ↑↓ move · Enter chooses · Esc leaves"
    `);
    for (const attack of ["owned", "\u001b[31m", "\u009b"]) expect(list.terminal.written()).not.toContain(attack);
    list.press(keys.up, keys.pageDown, keys.enter);
    expect(await list.chosen).toBe("evil");
  });

  test("fits every width from 20 to 300 columns", async () => {
    for (const columns of [20, 41, 59, 60, 61, 97, 300]) {
      const list = await shown(towns, { columns });
      expect(Math.max(...widths(list))).toBeLessThanOrEqual(columns);
      list.press(keys.escape);
      await list.chosen;
    }
  });

  test("is searched by letters in order, which need not follow each other", async () => {
    const list = await shown(towns);
    list.type("nle");
    expect(list.frame().split("\n").slice(0, 4)).toMatchInlineSnapshot(`
      [
        "Towns · 1 of 4",
        "› nle",
        "› القاهرة  the Nile",
        "↑↓ move · Enter chooses · Esc leaves",
      ]
    `);
    list.press("\u001b[200~\u001b]0;owned\u0007\u001b[2Jz\nz\u001b[201~");
    for (const attack of ["owned", "\u001b[2Jz"]) expect(list.terminal.written()).not.toContain(attack);
    expect(list.frame()).toContain("nothing found");
    list.press(keys.enter);
    for (let count = 0; count < 6; count += 1) list.press(keys.backspace);
    list.type("東京");
    list.press(keys.enter);
    expect(await list.chosen).toBe("tokyo");
  });

  test("of 10,000 rows draws those that are seen", async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      value: index,
      label: `session number ${index}`,
      about: `about /some/directory/of/${index % 97} · ${index} min`,
      words: crypto.randomUUID(),
    }));
    const list = await shown({ title: "Many", rows }, { columns: 120 });
    list.press(keys.pageDown, keys.down);
    expect(list.frame()).toContain("› session number 13");
    for (const letter of "number 9999") {
      list.type(letter);
      list.frame();
    }
    list.press(keys.enter);
    expect(await list.chosen).toBe(9999);
  });
});

describe("a numbered list, for a screen that is read aloud", () => {
  test("is answered with a number, or narrowed with words", async () => {
    const list = await shown(towns, { plain: true, columns: 60 });
    expect(list.frame()).toMatchInlineSnapshot(`
      "Towns
      1. 東京都千代田区丸の内一丁目九番一号 東京駅: 日本の首都
      2. Paris 👩‍👩‍👧 by night: the Seine
      3. القاهرة: the Nile
      4. Evil ville: red<009b>
      number, or words to search for:"
    `);
    list.type("nile");
    list.press(keys.enter);
    expect(list.frame().split("\n")).toEqual(["Towns", "1. القاهرة: the Nile", "number, or words to search for:"]);
    list.type("1");
    list.press(keys.enter);
    expect(await list.chosen).toBe("cairo");
  });

  test("goes on page by page", async () => {
    const rows = Array.from({ length: 23 }, (_, index) => ({ value: index, label: `row ${index}` }));
    const list = await shown({ title: "Many", rows }, { plain: true });
    expect(list.frame()).toContain("13 more rows; Enter alone goes on");
    list.press(keys.enter);
    expect(list.frame()).toContain("11. row 10");
    list.press(keys.enter, keys.enter);
    expect(list.frame()).toContain("1. row 0");
    list.type("23");
    list.press(keys.enter);
    expect(await list.chosen).toBe(22);
  });
});
