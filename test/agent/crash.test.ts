/** The crash test: a session is cut after every event and reopened, told the same again, and must end as the whole one did. */
import { expect, test } from "vitest";
import type { Command } from "../../src/contract/command.ts";
import type { Event } from "../../src/contract/event.ts";
import type { Session } from "../../src/contract/runtime.ts";
import type { Line } from "../../src/contract/store.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { isAnswer } from "../../src/folds/is-answer.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { installation } from "../../src/signers/installation.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";
import { exitPlanMode } from "../../src/tools/exit-plan-mode.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled, type Bench } from "./assembled.ts";
import { call, counted, playing, type Turn } from "./playing.ts";
import { limited, settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { eventsOf, workshop } from "./workshop.ts";

interface Script {
  readonly turns: readonly Turn[];
  readonly commands: readonly Command[];
  readonly settings: Bench["settings"];
  /** Whether the model counts what it is sent. */
  readonly counts?: boolean;
}

const signer = installation(newDirectory());

const words = (text: string) => [{ type: "text", text }] as const;
const doIt: Command = { type: "say", id: "first", parts: [...words("do it")] };

/** Parallel calls, an unknown tool, a cut-off reply, wrong arguments, and proof before completion. */
const alone: Script = {
  settings: settings({ verify: true }),
  commands: [{ type: "set-mode", id: "mode", mode: "accept-edits" }, doIt],
  turns: [
    { text: "I look around first.", calls: [call("look", "a"), call("look", "b"), call("nothing-like-it", "x")] },
    { text: "One read and two writes.", calls: [call("look", "c"), call("act", "d"), call("act", "e")] },
    { text: "This goes on and", stop: "max_tokens" },
    { calls: [{ name: "look", input: { wrong: 1 } }] },
    { text: "It is done." },
    { calls: [call("look", "proof")] },
    { text: "Proved." },
  ],
};

/** Two approvals, one with an edited input and one refused, a question of a tool, and a second run. */
const withPerson: Script = {
  settings: settings(),
  commands: [
    doIt,
    { type: "answer", id: "yes", call: "call_1_0", decision: "yes", input: { text: "edited" } },
    { type: "answer", id: "no", call: "call_1_1", decision: "no", text: "not that" },
    { type: "answer", id: "red", call: "call_2_0", decision: "yes", text: "red" },
    { type: "say", id: "second", parts: [...words("and again")] },
    { type: "answer", id: "session", call: "call_4_0", decision: "yes", scope: "session" },
  ],
  turns: [
    { calls: [call("act", "f"), call("act", "g"), call("look", "h")] },
    { calls: [call("ask", "which colour?")] },
    { text: "Red it is." },
    { calls: [call("act", "i")] },
    { text: "Done again." },
  ],
};

/** A plan that is refused, and one that is accepted with the mode to go on in. */
const planned: Script = {
  settings: settings(),
  commands: [
    { type: "set-mode", id: "mode", mode: "plan" },
    doIt,
    { type: "answer", id: "not-yet", call: "call_2_0", decision: "yes", text: "smaller" },
    { type: "answer", id: "accepted", call: "call_3_0", decision: "yes", text: "accept-edits" },
  ],
  turns: [
    { calls: [call("look", "a"), call("act", "too early")] },
    { calls: [{ name: "exit_plan_mode", input: { plan: "1. all" } }] },
    { calls: [{ name: "exit_plan_mode", input: { plan: "1. some" } }] },
    { calls: [call("act", "planned")] },
    { text: "Done." },
  ],
};

/** The same again and again: a nudge, and an end that a guard brings. */
const inCircles: Script = {
  settings: limited({ tokens: 500 }),
  commands: [doIt],
  turns: [1, 2, 3, 4, 5].map(() => ({ calls: [call("look", "a")] })),
};

/** Outputs that are cut, summaries because the window is full, one that a person asks for between runs, one that fails. */
const long = (count: number): string => `${"words ".repeat(count)}end`;
const narrow: Script = {
  counts: true,
  settings: settings({ window: 4_000, trim: true, compaction: "auto" }),
  commands: [
    doIt,
    { type: "say", id: "second", parts: [...words("go on")] },
    { type: "compact", id: "compact", focus: "the letters" },
    { type: "say", id: "third", parts: [...words("and once more")] },
  ],
  turns: [
    ...["a", "b", "c", "d", "e", "f"].map((name) => ({ calls: [call("look", `${name} ${long(350)}`)] })),
    { text: long(400) },
    { calls: [call("look", "g")] },
    { text: "Done again." },
    { text: "And done." },
  ],
};

test.each([
  ["alone", alone],
  ["in a narrow window", narrow],
  ["in circles", inCircles],
  ["with a person", withPerson],
  ["with a plan", planned],
])("a session %s that is cut after any event ends as if nothing had happened", async (_, script) => {
  const whole = await fromStart(script);
  for (let cut = 1; cut < whole.lines.length; cut += 1) {
    const kept = whole.events.slice(0, cut);
    const { events, effects, chain } = await resumed(script, whole.lines.slice(0, cut));
    const lost = openEffects(kept);
    const essences = (some: readonly Event[]): unknown[] => inOrder(some).map((event) => essence(event, lost));
    expect({ cut, chain, events: essences(events.filter(isNoRepetition)) }).toEqual({
      cut,
      chain: true,
      events: essences(whole.events),
    });
    expect({ cut, effects }).toEqual({ cut, effects: startedEffects(whole.events.slice(cut)) });
    expect(events.filter(isInterruptedCall)).toHaveLength(lost.length);
  }
});

const fromStart = async (script: Script): Promise<{ lines: Line[]; events: Event[] }> => {
  const { bench } = benchOf(script);
  const work = await workshop(bench);
  await perform(work.session, script);
  return { lines: (await Array.fromAsync(work.store.read(work.session.id))).flat(), events: await eventsOf(work) };
};

const resumed = async (
  script: Script,
  lines: readonly Line[],
): Promise<{ events: Event[]; effects: string[]; chain: boolean }> => {
  const store = memory();
  const session = lines[0]?.session ?? "";
  await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("held");
  await store.append({ session, token: lease.token, lines });
  const { bench, effects } = benchOf(script);
  const opened = await assembled(bench, store).open(session);
  await perform(opened, script);
  await opened.close();
  const { ok } = await verifyChain(session, genesis(session), store.read(session));
  return { events: await eventsOf({ store, session: opened }), effects, chain: ok };
};

const perform = async (session: Session, { commands }: Script): Promise<void> => {
  for (const command of commands) {
    await session.rest();
    const outcome = await session.send(command);
    if (!outcome.ok) throw new Error(`${command.id}: ${outcome.message}`);
  }
  await session.rest();
};

const benchOf = ({ turns, settings, counts = false }: Script): { bench: Bench; effects: string[] } => {
  const act = counting("act", ["write"], false);
  const ask = doing("ask", async (question, { host }) => textOutcome(await host.ask({ question })), { effects: [] });
  const provider = counts ? counted(playing(turns)) : playing(turns);
  return {
    effects: act.runs,
    bench: { provider, tools: [counting("look", ["read"]), act, ask, exitPlanMode], settings: settings!, signer },
  };
};

const isInterrupted = (data: object): boolean => "category" in data && data.category === "interrupted";
const isInterruptedCall = ({ type, data }: Event): boolean => type === "call.finished" && isInterrupted(data);

/** A reply that was lost is asked for again, as the next attempt. */
const isNoRepetition = ({ type, data }: Event, index: number, events: readonly Event[]): boolean => {
  if (type !== "model.asked" && type !== "model.replied" && type !== "model.failed") return true;
  if (!isAnswer(data)) return isUsed(events, index);
  return !(type === "model.failed" && isInterrupted(data)) && !(type === "model.asked" && data.attempt > 1);
};

/** What was asked on the side and came to nothing before the crash is asked for anew. */
const isUsed = (events: readonly Event[], index: number): boolean =>
  events[index + (events[index]?.type === "model.asked" ? 2 : 1)]?.type === "context.compacted";

/** Effects that were begun and whose end is not known. */
const openEffects = (events: readonly Event[]): string[] => {
  const open = new Set<string>();
  for (const { type, data } of events) {
    if (type === "call.started" && data.effects.includes("write")) open.add(data.call);
    if (type === "call.finished") open.delete(data.call);
  }
  return [...open];
};

const startedEffects = (events: readonly Event[]): string[] =>
  events.flatMap(({ type, data }) =>
    type === "call.started" && data.name === "act" ? [(data.input as { text: string }).text] : [],
  );

/** Calls that run side by side may begin and end in any order. */
const inOrder = (events: readonly Event[]): Event[] => {
  const ordered: Event[] = [];
  for (const event of events) {
    const before = ordered.findLastIndex(
      (other) => !isRunning(other) || !isRunning(event) || callOf(other) <= callOf(event),
    );
    ordered.splice(before + 1, 0, event);
  }
  return ordered;
};

const isRunning = ({ type }: Event): boolean => type === "call.started" || type === "call.finished";
const callOf = ({ data }: Event): string => (data as { call: string }).call;

/** An event without what differs from time to time, and without the outcome of an effect that was lost. */
const essence = ({ type, step, data }: Event, lost: readonly string[]): unknown => {
  if (type === "call.finished" && lost.includes(data.call)) return { type, step, call: data.call };
  const { durationMs: _, ...rest } = data as Record<string, unknown>;
  // A signature says where it stands, over what differs from time to time.
  if (type === "log.signed") return { type, step };
  // Lines that tell of a crash stand between those that are named.
  if (type === "context.compacted") return { type, step, data: { ...rest, through: 0, carried: data.carried?.length } };
  if (type === "context.trimmed") return { type, step, data: { ...rest, outputs: data.outputs.length } };
  if (type !== "model.asked") return { type, step, data: rest };
  const { kept, added } = data.blocks;
  // The words about what was lost make other digests, and a longer request.
  const words = lost.length > 0 ? { reservedUsd: "longer", chars: "longer", added: added.length } : { added };
  return { type, step, data: { ...rest, blocks: kept, ...words } };
};
