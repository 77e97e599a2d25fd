/** The crash test: a run is cut after every event, reopened, and must end as the whole run did. */
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Line } from "../../src/contract/store.ts";
import { genesis, verifyChain } from "../../src/log/chain.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";
import { settings } from "./run-settings.ts";
import { counting, eventsOf, playing, say, type Turn, workshop } from "./workshop.ts";

const turns: readonly Turn[] = [
  { text: "I look around first.", calls: [call("look", "a"), call("look", "b"), call("nothing-like-it", "x")] },
  { text: "One read and one write.", calls: [call("look", "c"), call("act", "d"), call("act", "e")] },
  { text: "This goes on and", stop: "max_tokens" },
  { calls: [{ name: "look", input: { wrong: 1 } }] },
  { text: "It is done." },
  { calls: [call("look", "proof")] },
  { text: "Proved." },
];

const verified = settings({ verify: true });

const tools = () => [counting("look", ["read"]), counting("act", ["write"], false)] as const;

test("a run cut after any event and reopened ends as if nothing had happened", async () => {
  const whole = await wholeRun();
  const expected = whole.events.map(essence);
  for (let cut = 3; cut < whole.lines.length; cut += 1) {
    const { events, effects } = await runFrom(whole.lines.slice(0, cut));
    const kept = events.slice(0, cut);
    const repeated = new Set(["model.failed"]);
    const lost = kept.at(-1)?.type === "call.started" || openEffects(kept).length > 0;
    const rest = events.slice(cut).filter(({ type, data }) => !(repeated.has(type) && isInterrupted(data)));
    const afterCut = dropRepeated(rest);
    if (!lost) expect([...kept, ...afterCut].map(essence), `cut after ${cut} events`).toEqual(expected);
    else {
      const interrupted = rest.filter(({ type, data }) => type === "call.finished" && isInterrupted(data));
      expect(interrupted.length, `cut after ${cut} events`).toBe(openEffects(kept).length);
    }
    expect(events.at(-1)?.type).toBe("run.ended");
    for (const effect of effects) expect(finishedEffects(kept)).not.toContain(effect);
  }
}, 120_000);

function call(name: string, text: string) {
  return { name, input: { text } };
}

const wholeRun = async (): Promise<{ lines: Line[]; events: Event[] }> => {
  const { runtime, store } = await workshop({ provider: playing(turns), tools: tools(), settings: verified });
  const session = await runtime.create({ cwd: "/tmp" });
  await session.send({ type: "set-mode", id: "mode", mode: "accept-edits" });
  await say(session, "do it");
  const lines: Line[] = [];
  for await (const batch of store.read(session.id)) lines.push(...batch);
  return { lines, events: await eventsOf(store, session.id) };
};

const runFrom = async (lines: readonly Line[]): Promise<{ events: Event[]; effects: string[] }> => {
  const store = memory();
  const session = lines[0]?.session ?? "";
  await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("held");
  await store.append({ session, token: lease.token, lines });
  await store.release(session, lease.token);
  const [look, act] = tools();
  const { runtime } = await workshop({ provider: playing(turns), tools: [look, act], store, settings: verified });
  const opened = await runtime.open(session);
  await opened.rest();
  expect(await verifyChain(session, genesis(session), store.read(session))).toMatchObject({ ok: true });
  await opened.close();
  return { events: await eventsOf(store, session), effects: act.runs };
};

const isInterrupted = (data: object): boolean => "category" in data && data.category === "interrupted";

const openEffects = (events: readonly Event[]): string[] => {
  const open = new Set<string>();
  for (const { type, data } of events) {
    if (type === "call.started" && data.effects.includes("write")) open.add(data.call);
    if (type === "call.finished") open.delete(data.call);
  }
  return [...open];
};

const finishedEffects = (events: readonly Event[]): string[] =>
  events
    .flatMap(({ type, data }) => (type === "call.finished" && data.name === "act" ? (data.output ?? []) : []))
    .map((part) => (part.type === "text" ? part.text.replace("did ", "") : ""));

// A `model.asked` that was lost is asked again with the next attempt.
const dropRepeated = (events: readonly Event[]): Event[] =>
  events.filter(({ type, data }) => !(type === "model.asked" && data.attempt > 1));

const essence = ({ type, step, data }: Event): unknown => {
  const { durationMs: _, costUsd: _c, settings: _s, ...rest } = data as Record<string, unknown>;
  return { type, step, data: rest };
};
