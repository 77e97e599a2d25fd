/** A session that is opened twice in one process is one session, and goes when the last one lets go. */
import { expect, test } from "vitest";
import { KelsonError } from "../../src/contract/error.ts";
import { playing } from "./playing.ts";
import { slowToClose } from "./stores.ts";
import { say, standing, workshop } from "./workshop.ts";

const turns = [{ text: "Done." }, { text: "Done again." }];

test("who opens what is open shares it, and the last to close lets it go", async () => {
  const work = await workshop({ provider: playing(turns) });
  const other = await work.runtime.open(work.session.id);
  await work.session.close();
  await work.session.close();
  await say(other, "do it");
  expect(await standing({ ...work, session: other })).toEqual({ state: "completed", open: 0, chain: true });
  expect((await work.store.list())[0]?.holder).toBeDefined();
  await other.close();
  expect((await work.store.list())[0]?.holder).toBeUndefined();
});

test("who opens what is being closed waits until it is", async () => {
  const work = await workshop({ provider: playing(turns), store: slowToClose() });
  await say(work.session, "do it");
  const closing = work.session.close();
  const again = await work.runtime.open(work.session.id);
  await closing;
  await say(again, "do it again");
  expect(await standing({ ...work, session: again })).toEqual({ state: "completed", open: 0, chain: true });
});

test("what could not be opened can be opened later", async () => {
  let broken = false;
  const work = await workshop({
    provider: playing(turns),
    change: (parts) => {
      if (broken) throw new KelsonError("not_found", "the directory is gone");
      return parts;
    },
  });
  await work.session.close();
  broken = true;
  await expect(work.runtime.open(work.session.id)).rejects.toMatchObject({ code: "not_found" });
  broken = false;
  expect((await work.runtime.open(work.session.id)).id).toBe(work.session.id);
});
