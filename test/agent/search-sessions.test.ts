/** Whoever asks from a session hears nothing of its own family, of other users and of sub-agents; people hear all. */
import { expect, test } from "vitest";
import { searchSessions } from "../../src/agent/search-sessions.ts";
import type { Line } from "../../src/contract/store.ts";
import { memory } from "../../src/stores/memory.ts";
import { held } from "../../src/testing/conformance/store/samples.ts";

const line = (session: string, seq: number, type: string, data: object, body?: object): Line => ({
  session,
  seq,
  text: JSON.stringify({ session, seq, at: seq, type, data }),
  seal: "seal",
  ...(body !== undefined && { body: { salt: "salt", text: JSON.stringify(body) } }),
});

const store = memory();

const session = async (
  id: string,
  { cwd = "/work/a", user = "ann", kind = "main", parent = "" } = {},
): Promise<void> => {
  const above = parent === "" ? {} : { parent: { session: parent, seq: 1, seal: "seal" } };
  const parts = [{ type: "text", text: "the lighthouse" }];
  await store.append({
    session: id,
    token: await held(store, id),
    lines: [
      line(id, 0, "session.opened", { schema: 1, cwd, user, kind, trace: "", ...above }),
      line(id, 1, "user.said", { origin: "user" }, { parts }),
    ],
  });
};

test("who asks decides what is searched", async () => {
  await session("root");
  await session("asker", { parent: "root" });
  await session("child", { parent: "asker", kind: "agent" });
  await session("sibling", { parent: "root" });
  await session("past", { cwd: "/work/a/deep" });
  await session("past's agent", { parent: "past", kind: "agent" });
  await session("elsewhere", { cwd: "/work/b" });
  await session("bob's", { user: "bob" });
  await session("round one", { parent: "round two" });
  await session("round two", { parent: "round one" });
  const parts = {
    store,
    mac: undefined,
    projectOf: (directory: string) => Promise.resolve(directory.split("/").slice(0, 3).join("/")),
  };
  const found = async (how: Parameters<typeof searchSessions>[2]): Promise<string[]> =>
    (await searchSessions(parts, "lighthouse", how)).map((hit) => hit.session).toSorted();
  expect(await found({})).toHaveLength(10);
  expect(await found({ project: "/work/b/x" })).toEqual(["elsewhere"]);
  expect(await found({ asker: "asker" })).toEqual(["elsewhere", "past", "round one", "round two"]);
  expect(await found({ asker: "asker", project: "/work/a" })).toEqual(["past", "round one", "round two"]);
  expect(await found({ asker: "past" })).not.toContain("past");
  expect(await found({ limit: 2 })).toHaveLength(2);
});
