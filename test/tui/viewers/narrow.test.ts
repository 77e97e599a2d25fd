/** Lists and viewers on a terminal that is narrower than they were made for. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, test } from "vitest";
import { fill, fit } from "../../../src/transports/tui/viewers/fit.ts";
import { keys, stage, until } from "../stage.ts";

test.each(["/log", "/model", "/resume", "/theme", "/mode", "/rewind", "/tools"])(
  "%s fits into 10 columns",
  async (command) => {
    const { run, say, frame, press } = await stage({ columns: 10, rows: 12 });
    await say("a question that is wider than the screen");
    const done = run(command);
    await until(() => frame() !== "");
    for (const key of [keys.down, keys.pageDown, keys.up]) {
      expect(
        frame()
          .split("\n")
          .filter((line) => visibleWidth(line) > 10),
      ).toEqual([]);
      press(key);
    }
    press(keys.escape);
    await done;
  },
);

test.each([
  ["hello world", 5, "hell…"],
  ["漢字かな", 4, "漢…"],
  ["漢字かな", 1, "…"],
  ["whole", 5, "whole"],
  ["whole", 0, ""],
])("of %j in %d columns there is %j, without a sequence that ends its colour", (text, columns, seen) => {
  expect([fit(text, columns), visibleWidth(fill(text, columns))]).toEqual([seen, columns]);
});
