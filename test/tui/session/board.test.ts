/** The board of a session whose store fails now and then. */
import { expect, test } from "vitest";
import type { Session } from "../../../src/contract/runtime.ts";
import { transcript } from "../../../src/folds/transcript.ts";
import { watch } from "../../../src/transports/tui/session/board.ts";
import { stage, until } from "../stage.ts";

test("a reading that fails is told, and the next change is shown", async () => {
  const { screen, say } = await stage({ turns: [{ text: "one" }, { text: "two" }] });
  const { session } = screen.desk.place();
  let failing = false;
  const failsOnce: Session = {
    ...session,
    read: (fold) => {
      if (!failing || fold.name !== transcript.name) return session.read(fold);
      failing = false;
      return Promise.reject(new Error("the store is away"));
    },
  };
  let shown: readonly string[] = [];
  const told: unknown[] = [];
  const watching = watch(
    failsOnce,
    ({ transcript: { items } }) => {
      shown = items.flatMap((item) => (item.kind === "text" ? (item.text ?? []) : []));
    },
    (error) => void told.push(error),
  );

  await say("first");
  await until(() => shown.includes("one"), "the first reply");
  failing = true;
  await say("second");
  await until(() => shown.includes("two"), "the second reply");
  expect(told).toEqual([new Error("the store is away")]);
  watching.stop();
});
