/** What is under way is waited for once, whatever session the screen was at before. */
import { expect, test } from "vitest";
import type { Session } from "../../src/contract/runtime.ts";
import { talk } from "../../src/transports/tui/talk.ts";
import { stage, until } from "./stage.ts";

test("a session that fails after the screen has moved on tells nothing, and the next one tells its failure once", async () => {
  const { screen } = await stage();
  const place = screen.desk.place();
  const failing: ((error: Error) => void)[] = [];
  const resting = (): Session => ({
    ...place.session,
    rest: () => new Promise((_, reject) => void failing.push(reject)),
  });
  const [left, reached] = [resting(), resting()];
  let session = left;
  const told: string[] = [];
  const { goOn } = talk({ ...screen.desk, place: () => ({ ...place, session }) }, (_, text) => void told.push(text));

  goOn();
  session = reached;
  goOn();
  failing[0]?.(new Error("the left one failed"));
  await new Promise(setImmediate);
  goOn();
  for (const fail of failing.slice(1)) fail(new Error("it failed"));
  await until(() => told.length > 0);
  await new Promise(setImmediate);
  expect(told).toEqual(["it failed"]);

  goOn();
  expect(failing).toHaveLength(3);
});
