/** Whatever bytes come in, in whatever pieces: nothing breaks, every line fits, and nothing but colours goes out. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { assert, asyncProperty, array, constantFrom, integer, oneof, string } from "fast-check";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { keys } from "../../../src/transports/tui/input/keys.ts";
import { composing } from "./composing.ts";

const seed = 20_261_122;

const bytes = oneof(
  string({ unit: "grapheme", maxLength: 30 }),
  string({ unit: "binary", maxLength: 10 }),
  constantFrom(
    ..."\u001b[200~ \u001b[201~ \u001b[A \u001b[B \u001b[C \u001b[D \u001b[1;5D \u007f \u0017 \u0019 \u001by \u001f \r \u001b\r \\\r \t @ / ! \u0012 \u001b \u0003 \u001b[13;5u \u001b[99;5:3u \u009b2J \u001b]0;x\u0007 \u202e".split(
      " ",
    ),
    " ",
    "x".repeat(1200),
    "line\n".repeat(15),
    "[paste #1 +16 lines]",
    "\ufdd01\ufdd0\n\ufdd0",
  ),
);

it(`stands what comes in (seed ${seed})`, async () => {
  await assert(
    asyncProperty(array(bytes, { maxLength: 25 }), integer({ min: 20, max: 120 }), async (reads, width) => {
      const { composer, terminal } = composing({
        commands: () => [{ name: "help", about: "help" }],
        cwd: () => import.meta.dirname,
        // A program of the machine is no part of this.
        keys: keys({ "input.editor": [] }),
      });
      for (const read of reads) {
        terminal.send(read);
        for (const line of composer.component.render(width)) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(width);
          // What pi-tui adds: the cursor's mark, and its colours.
          // oxlint-disable-next-line no-control-regex
          const rest = line.replaceAll("\u001b_pi:c\u0007", "").replaceAll(/\u001b\[[0-9;]*m/gu, "");
          // oxlint-disable-next-line no-control-regex
          expect(rest).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
        }
      }
      await setTimeout(1);
      expect(composer.text()).not.toContain("\ufdd0");
    }),
    { seed, numRuns: 150 },
  );
});
