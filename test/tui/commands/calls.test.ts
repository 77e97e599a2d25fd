/** `/calls`: of a call the transcript has the beginning, the viewer all. */
import { expect, test } from "vitest";
import { lookInside } from "../../../src/transports/tui/viewers/look-inside.ts";
import { keys, plainText, stage, type Stage, until } from "../stage.ts";
import { drawItem } from "../../../src/transports/tui/draw/draw-item.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const turns = [bash("seq 3000; exit 3"), bash("printf 'short …'"), { text: "Done." }];
const staging = { turns, flags: { permissionMode: "bypass" } };

/** From the first line of a viewer to its last. */
const readAll = ({ press, frame }: Stage): string[] => {
  const lines: string[] = [];
  press(keys.home);
  for (let at = ""; at !== frame(); press(keys.pageDown)) {
    at = frame();
    lines.push(...at.split("\n").slice(1, -1));
  }
  return [...new Set(lines)];
};

test("a long output is seen whole, in the session and inside another one", async () => {
  const at = await stage(staging);
  const { run, say, press, frame, screen, below } = at;
  await run("/calls");
  expect(below()).toEqual(["note: no call was made yet"]);
  await say("go");

  const opened = { ...screen.drawing(), open: true };
  const calls = (screen.board()?.transcript.items ?? []).filter(({ kind }) => kind === "call");
  const [long = "", short = ""] = calls.map((item) => plainText(drawItem(item, opened)));
  expect(long.split("\n").at(-1)).toBe("  … 9,923 more characters: /calls shows all");
  expect(short).not.toContain("more characters");

  const whole = ["  Error [exception]: exit code 3", ...Array.from({ length: 3_000 }, (_, index) => `  ${index + 1}`)];
  const shown = run("/calls");
  await until(() => frame() !== "");
  expect(frame()).toContain("› bash printf 'short …'  ok, 7 characters");
  press(keys.down, keys.enter);
  await until(() => frame().startsWith("bash seq 3000; exit 3\n✗ bash"));
  expect(readAll(at).slice(-whole.length)).toEqual(whole);
  press(keys.escape);
  await shown;

  const looked = lookInside(screen, screen.desk.place().session.id);
  await until(() => frame().startsWith("Inside"));
  expect(frame()).toContain("c a call whole");
  press("c");
  await until(() => frame().startsWith("Calls"));
  press(keys.down, keys.enter);
  await until(() => frame().startsWith("bash seq"));
  expect(readAll(at).slice(-whole.length)).toEqual(whole);
  press(keys.escape);
  await until(() => frame().startsWith("Inside"));
  press(keys.escape);
  await looked;
});
