/** Scrolling through pieces of any height, and looking inside a session that goes on. */
import { describe, expect, test } from "vitest";
import { scroller } from "../../../src/transports/tui/viewers/scroller.ts";
import { keys, plainText, rememberingTerminal } from "../stage.ts";
import { TuiMainScreen } from "@earendil-works/pi-tui";

/** Pieces of one to three lines. */
const view = (given: { readonly count: number; readonly follows?: boolean; readonly rows?: number }) => {
  const tui = new TuiMainScreen(rememberingTerminal(40, given.rows ?? 7));
  let { count } = given;
  let drawn = 0;
  let done = false;
  const drawing = { columns: 40, paint: (_: string, text: string) => text, open: false, plain: false, now: 0 };
  const component = scroller(
    { tui, drawing: () => drawing },
    {
      title: () => "Pieces",
      count: () => count,
      draw: (index) => {
        drawn += 1;
        return Array.from({ length: 1 + (index % 3) }, (_, line) => `piece ${index} line ${line}`);
      },
      follows: given.follows,
      done: () => void (done = true),
    },
  );
  return {
    lines: () => plainText(component.render(40)).split("\n"),
    press: (...data: string[]) => data.forEach((one) => component.handleInput?.(one)),
    add: (more: number) => void (count += more),
    drawn: () => drawn,
    done: () => done,
  };
};

describe("a scroller", () => {
  test("begins at the top, and goes line by line, page by page, to both ends", () => {
    const { lines, press, done } = view({ count: 10 });
    expect(lines()).toEqual([
      "Pieces",
      "piece 0 line 0",
      "piece 1 line 0",
      "piece 1 line 1",
      "piece 2 line 0",
      "piece 2 line 1",
      "0 % · ↑↓ scroll · PgUp PgDn by pages · …",
    ]);
    press(keys.down, keys.down);
    expect(lines()[1]).toBe("piece 1 line 1");
    press(keys.up);
    expect(lines()[1]).toBe("piece 1 line 0");
    press(keys.pageDown);
    expect(lines()[1]).toBe("piece 2 line 2");
    press(keys.pageUp, keys.pageUp, keys.up);
    expect(lines()[1]).toBe("piece 0 line 0");
    press(keys.end);
    expect(lines().slice(1, 6)).toEqual([
      "piece 7 line 1",
      "piece 8 line 0",
      "piece 8 line 1",
      "piece 8 line 2",
      "piece 9 line 0",
    ]);
    press(keys.down, keys.home);
    expect(lines()[1]).toBe("piece 0 line 0");
    press("q");
    expect(done()).toBe(true);
  });

  test("follows until one scrolls up, and again at the end", () => {
    const { lines, press, add } = view({ count: 4, follows: true });
    expect(lines().at(-2)).toBe("piece 3 line 0");
    add(2);
    expect(lines().at(-2)).toBe("piece 5 line 2");
    press(keys.up);
    const before = lines().slice(1, -1);
    add(5);
    expect(lines().slice(1, -1)).toEqual(before);
    press(keys.end);
    add(1);
    expect(lines().at(-2)).toBe("piece 11 line 2");
  });

  test("of a million pieces draws those that are seen", () => {
    const { lines, press, drawn } = view({ count: 1_000_000, follows: true });
    lines();
    press(keys.up, keys.pageUp);
    lines();
    press(keys.home);
    lines();
    expect(drawn()).toBeLessThan(200);
  });

  test("shows nothing yet where nothing is", () => {
    expect(view({ count: 0, rows: 4 }).lines()).toEqual(["Pieces", "", "", "nothing yet · ↑↓ scroll · PgUp PgDn by …"]);
  });
});
