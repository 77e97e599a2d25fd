/** `/diff`: of several files one is chosen, or all; of one there is nothing to choose. */
import { expect, test } from "vitest";
import { keys, stage, until } from "../stage.ts";

const writes = (path: string, content: string) => ({ name: "write_file", input: { path, content } });
const turns = [
  { calls: [writes("one.txt", "first\n")] },
  { text: "Done." },
  { calls: [writes("two.txt", "second\nthird\n"), writes("one.txt", "changed\n")] },
  { text: "Done." },
];

test("a file is chosen, seen, and another one; or all", async () => {
  const { run, say, press, frame, below } = await stage({ turns, flags: { permissionMode: "bypass" } });
  await say("write one");
  await run("/diff");
  expect(below().at(-1)).toMatch(/^\/diff 1 path, \+1 −0\n\+ one\.txt\n/u);

  await say("write two");
  const looked = run("/diff");
  await until(() => frame() !== "");
  expect(frame()).toMatchInlineSnapshot(`
    "What was changed: look at · 3
    ›
    › all 2 paths  +3 −0
      + one.txt    +1 −0
      + two.txt    +2 −0
    ↑↓ move · Enter chooses · Esc leaves"
  `);
  press(keys.down, keys.down, keys.enter);
  await until(() => frame().startsWith("/diff 1 path, +2 −0\n+ two.txt\n"));
  expect(frame()).not.toContain("one.txt");
  press(keys.escape);
  await until(() => frame().startsWith("What was changed"));
  expect(frame()).toContain("› + two.txt");
  press(keys.escape);
  await looked;
  expect(below()).toHaveLength(1);

  const all = run("/diff");
  await until(() => frame() !== "");
  press(keys.enter);
  await all;
  expect(below().at(-1)).toMatch(/^\/diff 2 paths, \+3 −0\n\+ one\.txt\n[^]*\n\+ two\.txt\n/u);
});
