/** Frames of a full screen in fewer bytes, on a small terminal: the same stands there as if each had been written as it was. */
import type { Terminal } from "@earendil-works/pi-tui";
import { array, assert as hold, constantFrom, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { thriftyTerminal } from "../../../src/transports/tui/tty/thrifty-terminal.ts";
import { smallTerminal } from "../small-terminal.ts";

const seed = 20_261_122;
const height = 12;

/** A frame as pi-tui writes it: the rows that changed, or all after the screen was cleared. */
const frameOf = (before: readonly string[] | undefined, after: readonly string[]): string => {
  const rows = after.map((row, index) =>
    before !== undefined && before[index] === row ? "" : `\u001b[${index + 1};1H\u001b[2K${row}`,
  );
  const cleared = before === undefined ? "\u001b[2J" : "";
  return `\u001b[?2026h${cleared}${rows.join("")}\u001b[3;4H\u001b[?25l\u001b[?2026l`;
};

const played = () => {
  const screen = smallTerminal(height);
  let bytes = "";
  const write = (more: string): void => {
    bytes += more;
    screen.write(more);
  };
  const terminal = thriftyTerminal({ rows: height, columns: 40, write } as unknown as Terminal);
  const take = (): string => {
    const taken = bytes;
    bytes = "";
    return taken;
  };
  return { screen, terminal, take };
};

const words = [
  "",
  "a row of some words, long enough to be worth it",
  "another row that is as long as the others are",
  "b",
];

test(`whatever moves, the rows are as they should be (seed ${seed})`, () => {
  const row = constantFrom(...words, "third row of words, with some more behind them", "fourth row of words, and more");
  const frames = array(array(row, { minLength: height, maxLength: height }), { minLength: 2, maxLength: 6 });
  const shifts = array(integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 8 });
  hold(
    property(frames, shifts, integer({ min: 0, max: 4 }), (all, moves, fixed) => {
      const { screen, terminal } = played();
      let before: readonly string[] | undefined;
      const show = (after: readonly string[]): void => {
        terminal.write(frameOf(before, after));
        expect(screen.rows()).toEqual(after);
        before = after;
      };
      for (const after of all) show(after);
      // Rows between two that stay, moved by some.
      for (const by of moves) {
        const now: readonly string[] = before ?? [];
        const inner = now.slice(fixed, height - 2);
        const next = by > 0 ? [...inner.slice(by), ...words.slice(0, by)] : [...words.slice(0, -by), ...inner];
        const kept = [...next, ...words, ...words, ...words].slice(0, inner.length);
        show([...now.slice(0, fixed), ...kept, ...now.slice(height - 2)]);
      }
    }),
    { seed, numRuns: 2_000 },
  );
});

test("a transcript that goes on by one row writes that row, and what changed beside it", () => {
  const { screen, terminal, take } = played();
  const line = (index: number): string => `${index} ${"is a line of the transcript ".repeat(3)}`;
  const rows = (from: number): string[] => [
    "header",
    ...Array.from({ length: height - 3 }, (_, index) => line(from + index)),
    "input",
    `status ${from}`,
  ];
  terminal.write(frameOf(undefined, rows(0)));
  take();
  terminal.write(frameOf(rows(0), rows(1)));
  expect(screen.rows()).toEqual(rows(1));
  expect(take().length).toBeLessThan(line(9).length + 120);
  terminal.write(frameOf(rows(1), rows(0)));
  expect(screen.rows()).toEqual(rows(0));
  expect(take().length).toBeLessThan(line(9).length + 120);
});

test("what is no frame goes through as it is, and nothing is taken for known after it", () => {
  const { screen, terminal, take } = played();
  const rows = words.concat(words, words);
  terminal.write(frameOf(undefined, rows));
  terminal.write("\u001b[2J");
  const next = [...rows.slice(1), "last"];
  terminal.write(frameOf(undefined, next).replace("\u001b[2J", ""));
  expect(screen.rows()).toEqual(next);
  take();
  const picture = frameOf(next, ["\u001b_Ga=T;AAAA\u001b\\", ...next.slice(1)]);
  terminal.write(picture);
  expect(take()).toBe(picture);
});
