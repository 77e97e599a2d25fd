/** Rows that change on a small terminal: what stands there, and what has scrolled by. */
import { array, assert as hold, constantFrom, integer, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { rowChanges } from "../../../src/transports/tui/tty/row-changes.ts";
import { smallTerminal } from "../small-terminal.ts";

const seed = 20_261_122;
const [up, down] = ["\u001b[A", "\u001b[B"] as const;

const rows = (most: number) => array(constantFrom("a", "bb", "ccc", "d", ""), { maxLength: most });

test(`whatever was there, the rows are then as they should be (seed ${seed})`, () => {
  const frames = array(
    tuple(
      rows(4),
      rows(5).filter((live) => live.length > 0),
      integer({ min: 0, max: 4 }),
    ),
    { maxLength: 12 },
  );
  hold(
    property(integer({ min: 6, max: 9 }), frames, (height, all) => {
      const screen = smallTerminal(height);
      const finished: string[] = [];
      let live: readonly string[] = ["first"];
      let cursor = 0;
      screen.write("first");
      for (const [printed, next, at] of all) {
        const after = [...printed, ...next];
        const changes = rowChanges(live, after, { from: cursor, height });
        if (changes === undefined) return;
        screen.write(changes.bytes);
        finished.push(...printed);
        expect(screen.all()).toBe([...finished, ...next].join("\n").trimEnd());
        expect(screen.row()).toBe(finished.length - printed.length + changes.row);
        live = next;
        cursor = Math.min(at, next.length - 1);
        screen.write(up.repeat(Math.max(0, changes.row - printed.length - cursor)));
        screen.write(down.repeat(Math.max(0, cursor - (changes.row - printed.length))));
      }
    }),
    { seed, numRuns: 2_000 },
  );
});

test("what only moves is not written again", () => {
  const frame = ["the input", "the status"];
  const changes = rowChanges(["a line that streams", ...frame], ["a line that streams", "another one", ...frame], {
    from: 1,
    height: 24,
  });
  expect(changes?.bytes).toBe("\n\r\n\u001b[2A\r\u001b[1Lanother one");
});
