/** When snapshots are taken and when not, whose work they say they hold, and what a run does that cannot have them. */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { lateCheckpoints } from "../../src/assembly/late-checkpoints.ts";
import type { Event } from "../../src/contract/event.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { readFile } from "../../src/tools/read-file.ts";
import { acting, agentCall } from "../agent/acting.ts";
import { eventsOf } from "../agent/workshop.ts";
import { picture } from "../checkpoints/picture.ts";
import { type Studio, studio, worked } from "./studio.ts";

const eventsIn = async (at: Studio, session: string): Promise<Event[]> =>
  eventsOf({ store: at.store, session: { id: session } });

/** Whose work each snapshot holds, and which paths differ. */
const saved = (events: readonly Event[]): unknown[] =>
  events.flatMap(({ type, data }) =>
    type === "files.saved" ? [[data.call ?? "somebody else", ...(data.paths ?? []).map(({ path }) => path)]] : [],
  );

const writing = (path: string) => ({ name: "write_file", input: { path, content: "x\n" } });
const done = { text: "Done." };

test("none for calls that only read; not even the place for them is made", async () => {
  await using at = studio();
  at.write("a", "a\n");
  const turns = [{ calls: [{ name: "read_file", input: { path: "a" } }] }, done];
  const session = await worked(at.open(turns, { tools: [readFile] }), at.root);
  expect(saved(await eventsIn(at, session))).toEqual([]);
  expect(existsSync(join(at.state, "checkpoints"))).toBe(false);
});

test("one before the first call that can change files, then one for each that did; what a user does between them is nobody's", async () => {
  await using at = studio();
  const turns = [{ calls: [writing("one")] }, at.doing(["true"]), { calls: [writing("two"), writing("three")] }, done];
  const thinks = (step: number): void => at.edit(step === 3 ? ["echo mine > mine"] : []);
  const session = await worked(at.open(turns, { thinks }), at.root);
  expect(saved(await eventsIn(at, session))).toEqual([
    ["somebody else"],
    ["call_1_0", "one"],
    ["somebody else", "mine"],
    ["call_3_0", "two"],
    ["call_3_1", "three"],
  ]);
});

test("a sub-agent's work is told in its own log by its calls, and in its parent's by the call that began it", async () => {
  await using at = studio();
  const provider = acting({
    "do it": [{ calls: [agentCall("write it")] }, done],
    "write it": [{ calls: [writing("one")] }, { calls: [writing("two")] }, done],
  });
  const runtime = at.open([], { provider, tools: [...at.tools, agentTool()] });
  const session = await worked(runtime, at.root);
  const child = (await runtime.list()).find(({ kind }) => kind === "agent")?.id ?? "";
  expect(saved(await eventsIn(at, child))).toEqual([["somebody else"], ["call_1_0", "one"], ["call_2_0", "two"]]);
  expect(saved(await eventsIn(at, session))).toEqual([["somebody else"], ["call_1_0", "one", "two"]]);
});

test("no request differs by a byte from one without them", async () => {
  const requests = async (on: boolean): Promise<unknown[]> => {
    await using at = studio();
    const turns = [{ calls: [writing("one")] }, { calls: [writing("two")] }, done];
    const session = await worked(at.open(turns, on ? {} : { checkpoints: undefined as never }), at.root);
    return (await eventsIn(at, session)).flatMap(({ type, data }) => (type === "model.asked" ? [data.blocks] : []));
  };
  expect(await requests(true)).toEqual(await requests(false));
});

test.each(["where they cannot be kept", "in a home directory"])(
  "%s it is told once, and the run goes on",
  async (where) => {
    await using at = studio();
    const isHome = where === "in a home directory";
    if (!isHome) writeFileSync(join(at.state, "checkpoints"), "no directory");
    const checkpoints = lateCheckpoints({ env: { HOME: isHome ? at.root : at.state } }, at.state);
    const turns = [{ calls: [writing("one")] }, { calls: [writing("two")] }, done];
    const runtime = at.open(turns, { checkpoints });
    const session = await worked(runtime, at.root);
    const events = await eventsIn(at, session);
    const told = events.flatMap(({ type, data }) => (type === "guard.tripped" ? [data] : []));
    const sentence = isHome ? `the files of ${at.root} are not saved` : join(at.state, "checkpoints");
    expect(told).toEqual([{ guard: "checkpoint", detail: expect.stringContaining(sentence) }]);
    expect(events.findLast(({ type }) => type === "run.ended")?.data).toMatchObject({ state: "completed" });
    await expect(runtime.rewind(session, { what: "files" })).rejects.toThrow(`session ${session} has no snapshots`);
    await expect(runtime.changes(session, "session")).rejects.toThrow(`session ${session} has no snapshots`);
  },
);

test("a git repository is not touched, neither by snapshots nor by a rewind", async () => {
  await using at = studio();
  const git = (...argv: string[]): string => execFileSync("git", argv, { cwd: at.root, encoding: "utf8" });
  at.write("tracked", "one\n");
  at.write("staged", "one\n");
  git("init", "-q");
  git("add", "tracked");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "first");
  git("add", "staged");
  const before = picture(join(at.root, ".git"));
  const shown = at.shown().filter((line) => !line.startsWith(".git/"));
  const session = await worked(at.open([at.doing(["rm tracked; echo x > staged; echo y > new"]), done]), at.root);
  await at.open([]).rewind(session, { to: 0, what: "files" });
  expect(picture(join(at.root, ".git"))).toEqual(before);
  expect(at.shown().filter((line) => !line.startsWith(".git/"))).toEqual(shown);
});

test("what only a removed session named is thrown away, and a fork keeps what its parent named", async () => {
  await using at = studio();
  const write = (path: string): Promise<string> => worked(at.open([{ calls: [writing(path)] }, done]), at.root);
  const [one, other] = [await write("one"), await write("other")];
  const runtime = at.open([]);
  const { fork = "" } = await runtime.rewind(one, { to: 1, what: "conversation" });
  await expect(runtime.remove(one)).rejects.toThrow(fork);
  const lastOf = async (session: string): Promise<string> => {
    const data = (await eventsIn(at, session)).findLast(({ type }) => type === "files.saved")?.data ?? {};
    return "snapshot" in data ? String(data.snapshot) : "";
  };
  const [kept, gone] = [await lastOf(one), await lastOf(other)];
  // Those of the last hour stay in any case.
  const database = new DatabaseSync(join(at.state, "checkpoints", "checkpoints.db"));
  database.exec("UPDATE snapshots SET savedAt = 0");
  database.close();
  await runtime.remove(other);
  await runtime.close();
  const checkpoints = lateCheckpoints({ env: { HOME: at.state } }, at.state);
  const files = await checkpoints.of(at.root);
  expect((await at.open([], { checkpoints }).changes(fork, "session")).files.map(({ path }) => path)).toEqual(["one"]);
  await expect(files.diff(kept, gone)).rejects.toThrow(gone);
  await checkpoints.close();
});

test("an imported session, or one whose snapshots are gone, says so in a sentence", async () => {
  await using at = studio();
  const session = await worked(at.open([{ calls: [writing("one")] }, done]), at.root);
  await at.checkpoints.close();
  rmSync(join(at.state, "checkpoints"), { recursive: true });
  const checkpoints = lateCheckpoints({ env: { HOME: at.state } }, at.state);
  const runtime = at.open([], { checkpoints });
  const sentence = `the snapshots of session ${session} are not on this machine`;
  await expect(runtime.changes(session, "session")).rejects.toThrow(sentence);
  await expect(runtime.rewind(session, { to: 0, what: "files" })).rejects.toThrow(sentence);
  await checkpoints.close();
});

test("nobody is rewound who is at work, or who is open here", async () => {
  await using at = studio();
  const runtime = at.open([{ calls: [writing("one")] }, done]);
  const session = await worked(runtime, at.root);
  const open = await runtime.open(session);
  await expect(runtime.rewind(session, { to: 0, what: "files" })).rejects.toThrow("open in this process");
  await open.close();
  await expect(runtime.rewind(session, { to: 9, what: "files" })).rejects.toThrow("has no step 9");
  await expect(runtime.undoRewind(session)).rejects.toThrow("nothing to undo");
});
