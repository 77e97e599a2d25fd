/** What stands in a store after a soak, without what may differ from one run to the next: times, ids, what was cut off. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Event } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { textOf } from "../../src/contract/message.ts";
import type { Store } from "../../src/contract/store.ts";
import { isAnswer } from "../../src/folds/is-answer.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { eventOf } from "../../src/log/line.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { effectsFile, isAside } from "./scenario.ts";

/** All sessions that have a line. */
export interface Tree {
  readonly sessions: ReadonlyMap<string, readonly Event[]>;
  /** The lines that the calls wrote. */
  readonly effects: readonly string[];
}

export const treeIn = async (stateDirectory: string, cwd: string): Promise<Tree> => {
  const store = sqlite(stateDirectory);
  try {
    const ids = (await store.list()).filter(({ seq }) => seq >= 0).map(({ id }) => id);
    const sessions = await Promise.all(ids.map(async (id) => [id, await eventsIn(store, id)] as const));
    const effects = await readFile(join(cwd, effectsFile), "utf8").catch(() => "");
    return { sessions: new Map(sessions), effects: effects.trimEnd().split("\n") };
  } finally {
    await store.close();
  }
};

/** The tasks that were said so far. */
export const tasksIn = async (stateDirectory: string): Promise<readonly string[]> => {
  const store = sqlite(stateDirectory);
  try {
    const main = (await store.list()).find(({ id, seq }) => seq >= 0 && !id.includes("."));
    return main === undefined ? [] : tasksAmong(await eventsIn(store, main.id));
  } finally {
    await store.close();
  }
};

const eventsIn = async (store: Store, id: string): Promise<Event[]> =>
  (await Array.fromAsync(store.read(id))).flat().map(eventOf);

/** What people said, whether it was taken up at once or had to wait. */
export const saidIn = (events: readonly Event[]): string[] =>
  events.flatMap(({ type, data }) => {
    const isNew = type === "user.said" && data.origin === "user" && data.delivers === undefined;
    return isNew || type === "message.queued" ? [textOf(data.parts ?? [])] : [];
  });

const tasksAmong = (events: readonly Event[]): string[] => saidIn(events).filter((said) => !isAside(said));

/** What one session came to. */
export interface Outcome {
  readonly state: string;
  readonly said: readonly string[];
  readonly replied: readonly string[];
  /** Of each call, by its id, what came of it. */
  readonly calls: Readonly<Record<string, string>>;
  /** Of each sub-agent, how it reported. */
  readonly reported: readonly string[];
}

/** Of each session what it came to, by the name of its part. */
export const outcomesOf = ({ sessions }: Tree): Readonly<Record<string, Outcome>> =>
  Object.fromEntries([...sessions.values()].map((events) => [nameOf(events), outcomeOf(events)]));

export const nameOf = (events: readonly Event[]): string => /^\[(\w+)\]/u.exec(tasksAmong(events)[0] ?? "")?.[1] ?? "?";

export const interrupted = "interrupted";

/** Sub-agents' ids begin with it. */
const rootOf = (session: string): string => session.split(".", 1)[0] ?? "";

const outcomeOf = (events: readonly Event[]): Outcome => ({
  state: stateOf(foldOf(status, events)),
  said: tasksAmong(events),
  replied: repliesIn(events),
  calls: Object.fromEntries(events.flatMap(outcomeOfCall)),
  reported: events
    .flatMap(({ type, data }) => (type === "agent.reported" ? [`${data.state}: ${data.text}`] : []))
    .sort(),
});

/** What a model said. That all is done it says again when a report comes in afterwards. */
const repliesIn = (events: readonly Event[]): string[] => {
  const replies = events.flatMap(({ type, data }) =>
    type === "model.replied" && isAnswer(data) && data.partial !== true
      ? [(data.parts ?? []).map((part) => (part.type === "call" ? part.id : part.text)).join(" ")]
      : [],
  );
  return replies.filter((reply, index) => reply !== replies[index - 1]);
};

const outcomeOfCall = ({ session, type, data }: Event): [string, string][] => {
  if (type === "call.denied") return [[data.call, "denied"]];
  if (type !== "call.finished") return [];
  if (!data.ok) return [[data.call, data.category ?? "failed"]];
  return [[data.call, textOf(data.output ?? []).replaceAll(rootOf(session), "root")]];
};
