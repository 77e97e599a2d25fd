/** A whole agent at work in a directory of its own, and what a test does with it and reads from it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Outcome } from "../../src/contract/command.ts";
import type { Delta } from "../../src/contract/delta.ts";
import type { Event } from "../../src/contract/event.ts";
import type { Runtime, Session } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import type { Mode } from "../../src/contract/terms.ts";
import { stateOf, status } from "../../src/folds/status/status.ts";
import { eventOf } from "../../src/log/line.ts";
import { memory } from "../../src/stores/memory.ts";
import { assembled, type Bench } from "./assembled.ts";

export interface Workshop extends Bench {
  readonly store?: Store;
  readonly mode?: Mode;
}

export interface Work {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly session: Session;
}

/** A runtime and one new session. */
export const workshop = async (bench: Workshop): Promise<Work> => {
  const cwd = await mkdtemp(join(tmpdir(), "kelson-agent-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const store = bench.store ?? memory();
  const runtime = assembled(bench, store);
  const session = await runtime.create({ cwd });
  if (bench.mode !== undefined) await session.send({ type: "set-mode", id: "mode", mode: bench.mode });
  return { runtime, store, session };
};

let sent = 0;
const id = (): string => `command${(sent += 1)}`;

/** Says something, without waiting for what comes of it. */
export const tell = (session: Session, text: string, steer = false): Promise<Outcome> =>
  session.send({ type: "say", id: id(), parts: [{ type: "text", text }], steer });

/** Says something and waits until the session rests. */
export const say = async (session: Session, text: string): Promise<void> => {
  const outcome = await tell(session, text);
  if (!outcome.ok) throw new Error(outcome.message);
  await session.rest();
};

export const cancel = (session: Session): Promise<Outcome> => session.send({ type: "cancel", id: id() });

/** Answers a call and waits until the session rests. */
export const answer = async (
  session: Session,
  call: string,
  decision: "yes" | "no",
  more: { readonly scope?: "once" | "session"; readonly text?: string; readonly input?: unknown } = {},
): Promise<Outcome> => {
  const outcome = await session.send({ type: "answer", id: id(), call, decision, ...more });
  await session.rest();
  return outcome;
};

/** Resolves with the first event that is saved and is of the type, and the given one of those. */
export const heard = (session: Session, type: Event["type"], nth = 1): Promise<Event> =>
  new Promise((resolve) => {
    let count = 0;
    session.events(0, (event) => {
      if (event.type === type && (count += 1) === nth) resolve(event);
    });
  });

/** Resolves when that much was said by the model, or put out by a tool, in pieces or not. */
export const streamed = (session: Session, text: string, kind: Delta["kind"] = "text"): Promise<void> =>
  new Promise((resolve) => {
    let said = "";
    session.deltas((deltas) => {
      said += deltas.map((delta) => (delta.kind === kind ? delta.text : "")).join("");
      if (said.includes(text)) resolve();
    });
  });

/** All events of a session so far. */
export const eventsOf = async ({ store, session }: { store: Store; session: Pick<Session, "id"> }): Promise<Event[]> =>
  (await Array.fromAsync(store.read(session.id))).flat().map(eventOf);

/** The events in short, from the first request on. */
export const story = async (work: Work): Promise<string[]> => {
  const events = await eventsOf(work);
  return events.slice(events.findIndex(({ type }) => type === "tools.offered") + 1).map(brief);
};

/** How a session stands: its state, its open calls, whether its chain holds. */
export const standing = async ({
  runtime,
  session,
}: Work): Promise<{ state: string; open: number; chain: boolean }> => {
  const now = await session.read(status);
  return { state: stateOf(now), open: now.calls.length, chain: (await runtime.verify(session.id)).ok };
};

/** An event in one short line, without what differs from run to run. */
export const brief = ({ type, step, data }: Event): string => {
  const { call, state, why, category, rule, origin, stop, attempt, ok, guard, decision, text } = data as Fields;
  const partial = (data as Fields)["partial"] === true ? "partial" : undefined;
  const said = [call, state, why, category, rule, origin, stop, attempt, ok, guard, partial, decision, text];
  const words = said.filter((word) => typeof word !== "object" && word !== undefined && word !== "").map(String);
  return [type, ...(step === undefined ? [] : [`#${step}`]), ...words].join(" ");
};

type Fields = Readonly<Record<string, unknown>>;
