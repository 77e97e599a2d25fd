/** Skills in a session: in force from their use until the run ends, however it is cut, and never beyond. */
import { describe, expect, test } from "vitest";
import type { Command } from "../../src/contract/command.ts";
import type { SkillUse } from "../../src/contract/skill.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { skills } from "../../src/folds/skills.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";
import { assembled } from "./assembled.ts";
import { call, playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { eventsOf, say, tell, type Work, workshop } from "./workshop.ts";

const use: SkillUse = { name: "reading", source: "user", digest: "d", allowedTools: ["look"] };

const using = doing("skill", () => ({ ok: true, parts: [{ type: "text", text: "Only look." }], skill: use }), {
  effects: ["read"],
});

const bench = (turns: readonly Turn[], tools = [using]) => {
  const act = counting("act", ["write"], false);
  return {
    acted: act.runs,
    provider: playing(turns),
    settings: settings(),
    tools: [...tools, act, counting("look", ["read"])],
  };
};

const outcomes = async (work: Pick<Work, "store" | "session">): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) => {
    if (type === "call.denied") return [`${data.name}: ${data.rule}`];
    if (type === "call.finished") return [`${data.name}: ${data.ok ? "ok" : (data.category ?? "")}`];
    return type === "run.ended" || type === "skill.used" ? [type] : [];
  });

const turns: readonly Turn[] = [
  { calls: [call("act", "before"), call("skill", "reading")] },
  { calls: [call("act", "within"), call("look", "within")] },
  { text: "Done." },
  { calls: [call("act", "after")] },
  { text: "Done again." },
];
const story = [
  "act: ok",
  "skill.used",
  "skill: ok",
  "act: skill reading",
  "look: ok",
  "run.ended",
  "act: ok",
  "run.ended",
];

test("one that a model uses is in force until the run ends", async () => {
  const { acted, ...parts } = bench(turns);
  const work = await workshop({ ...parts, mode: "bypass" });
  await say(work.session, "go");
  expect(await work.session.read(skills)).toEqual({ limits: [] });
  await say(work.session, "again");
  expect(await outcomes(work)).toEqual(story);
  expect(acted).toEqual(["before", "after"]);
  const used = (await eventsOf(work)).find(({ type }) => type === "skill.used");
  expect(used?.data).toEqual({ ...use, by: "agent", call: "call_1_1" });
});

test("wherever the session is cut, what was denied is denied", async () => {
  const mode: Command = { type: "set-mode", id: "mode", mode: "bypass" };
  const go: Command = { type: "say", id: "go", parts: [{ type: "text", text: "go" }], skill: use };
  const played: readonly Turn[] = [{ calls: [call("look", "a"), call("act", "b")] }, ...turns.slice(1, 3)];
  const perform = async (work: Pick<Work, "session">): Promise<void> => {
    for (const command of [mode, go]) {
      await work.session.send(command);
      await work.session.rest();
    }
  };
  const whole = await workshop(bench(played));
  await perform(whole);
  const lines = (await Array.fromAsync(whole.store.read(whole.session.id))).flat();
  for (let cut = 1; cut <= lines.length; cut += 1) {
    const store = memory();
    const session = whole.session.id;
    await store.create(session);
    const lease = await store.acquire(session, thisHolder());
    if (!lease.ok) throw new Error("held");
    await store.append({ session, token: lease.token, lines: lines.slice(0, cut) });
    const { acted, ...parts } = bench(played);
    const opened = await assembled(parts, store).open(session);
    await perform({ session: opened });
    const ended = (await outcomes({ store, session: opened })).filter((line) => line !== "skill.used");
    expect([cut, ended]).toEqual([
      cut,
      ["act: skill reading", "look: ok", "act: skill reading", "look: ok", "run.ended"],
    ]);
    expect(acted).toEqual([]);
  }
});

describe("a message that calls one", () => {
  const calling = (id: string, steer: boolean): Command => ({
    type: "say",
    id,
    parts: [{ type: "text", text: "/reading" }],
    steer,
    skill: use,
  });
  const interrupted = async (played: readonly Turn[], steer: boolean): Promise<Work & { acted: string[] }> => {
    const working: { work?: Work } = {};
    const wait = doing("wait", async () => {
      await working.work?.session.send(calling("queued", steer));
      return textOutcome("waited");
    });
    const { acted, ...parts } = bench(played, [wait]);
    const work = (working.work = await workshop({ ...parts, mode: "bypass" }));
    await say(work.session, "go");
    return { ...work, acted };
  };

  test("while a run is under way is in force when it is delivered", async () => {
    const played = [
      { calls: [call("wait", "")] },
      { calls: [call("act", "a")] },
      {},
      { calls: [call("act", "b")] },
      {},
    ];
    const later = await interrupted(played, false);
    expect(await outcomes(later)).toEqual([
      "wait: ok",
      "act: ok",
      "run.ended",
      "skill.used",
      "act: skill reading",
      "run.ended",
    ]);
    const now = await interrupted(played.slice(0, 3), true);
    expect(await outcomes(now)).toEqual(["wait: ok", "skill.used", "act: skill reading", "run.ended"]);
  });

  test("is read by the door, for every transport", async () => {
    const parts = bench([{ calls: [call("act", "a")] }, { text: "Done." }]);
    const work = await workshop({
      ...parts,
      change: (given) => ({
        ...given,
        readInvocation: (text) => {
          if (!text.startsWith("/")) return undefined;
          return text === "/reading" ? { ok: true, text: "Only look.", use } : { ok: false, message: `no ${text}` };
        },
      }),
    });
    expect(await tell(work.session, "/nothing")).toEqual({ ok: false, code: "bad_input", message: "no /nothing" });
    await say(work.session, "/reading");
    expect(await outcomes(work)).toEqual(["skill.used", "act: skill reading", "run.ended"]);
    const said = (await eventsOf(work)).find(({ type }) => type === "user.said");
    expect(said?.data).toMatchObject({ parts: [{ text: "/reading" }, { text: "\n\nOnly look." }] });
  });
});
