/** Runs the loop of one session, and gives its performers what they work with. */
import { z } from "zod";
import type { Delta } from "../contract/delta.ts";
import { KelsonError } from "../contract/error.ts";
import type { Event, NewEvent } from "../contract/event.ts";
import { type ReplyPart, replyPart } from "../contract/message.ts";
import type { Found } from "../contract/redactor.ts";
import type { Stop } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import { isAnswer } from "../folds/is-answer.ts";
import { status, type Status } from "../folds/status/status.ts";
import type { Log } from "../log/log.ts";
import type { Ledger } from "./children/ledger.ts";
import { openNursery, type ChildSessions } from "./children/open-nursery.ts";
import type { Context, Parts } from "./context.ts";
import { failRun } from "./fail-run.ts";
import { loop } from "./loop.ts";
import { atRest } from "./next.ts";
import { signHead } from "./sign-head.ts";
import { isStoreFailure } from "./store-failure.ts";
import { redactEvent, type RedactedEvent } from "./redact-event.ts";

export interface Worker {
  readonly append: (event: NewEvent) => Event;
  readonly drive: () => void;
  /** Resolves when the loop stands still; rejects with what stopped it. */
  readonly rest: () => Promise<void>;
  /** Drops what is under way where it stands, as a crash would. */
  readonly stop: () => Promise<void>;
  /** Signs what has been written. */
  readonly sign: () => Promise<void>;
  readonly listen: (listener: (deltas: readonly Delta[]) => void) => Stop;
}

export interface WorkerParts {
  readonly store: Store;
  readonly log: Log;
  readonly token: number;
  readonly parts: Parts;
  readonly children: ChildSessions;
  readonly spent: Ledger;
}

export const worker = ({ store, log, token, parts, children, spent }: WorkerParts): Worker => {
  const { session } = log;
  const listeners = new Set<(deltas: readonly Delta[]) => void>();
  let cancel = new AbortController();
  let driving: Promise<void> | undefined;
  let failure: unknown;
  let stopped = false;
  /** What is stopped may still write its last lines, and works no more: its signal is aborted for good. */
  let over = false;

  const goOn = (): void => {
    if (stopped) throw new KelsonError("interrupted", `session ${session} was closed while it worked`);
  };
  const redacted = (event: NewEvent): RedactedEvent =>
    parts.redactor === undefined ? { event, found: [] } : redactEvent(parts.redactor, event);
  // In the same commit as the event itself, so that no crash can come between them.
  const tellOf = ({ type, data }: NewEvent, found: readonly Found[]): void => {
    const call = "call" in data ? { call: data.call } : {};
    const told: NewEvent = { type: "secret.redacted", data: { place: type, ...call, found: [...found] } };
    log.append({ ...told, ...placeOf(told, log.read(status)) });
  };
  let changed = Promise.withResolvers<void>();
  const append = (event: NewEvent): Event => {
    goOn();
    if (event.type === "run.started" || isAskedAtRest(event, log.read(status))) cancel = new AbortController();
    const { event: safe, found } = redacted(event);
    const appended = log.append({ ...safe, ...placeOf(event, log.read(status)) });
    if (event.type === "cancel.asked") cancel.abort();
    if (event.type === "model.replied" || event.type === "model.failed") spent.settle();
    if (event.type === "mode.changed") nursery.spread(event.data.to);
    if (found.length > 0) tellOf(event, found);
    changed.resolve();
    changed = Promise.withResolvers<void>();
    return appended;
  };
  const context: Context = {
    ...parts,
    session,
    append,
    saved: log.saved,
    head: log.head,
    read: log.read,
    // Also what writes nothing, a wait that was cut short for example, must not go on after a stop.
    status: () => {
      goOn();
      return log.read(status);
    },
    signal: () => cancel.signal,
    spent,
    changed: () => changed.promise,
    get nursery() {
      return nursery;
    },
    tell: (deltas) => {
      if (listeners.size === 0) return;
      const told = deltas.map((delta) => ({ session, ...delta }));
      for (const listener of listeners) listener(told);
    },
    // A draft is for comfort: the reply itself is what counts, and it is in the log.
    saveDraft: (seq, reply) =>
      void store.saveDraft(session, token, { seq, text: JSON.stringify(reply) }).catch(() => {}),
    draft: async (asked) => {
      const draft = await store.draft(session);
      return draft?.seq === asked ? readDraft(draft.text) : [];
    },
  };
  const nursery = openNursery(context, children);
  const work = async (): Promise<void> => {
    try {
      nursery.tend();
      await loop(context);
    } catch (error) {
      if (stopped) return;
      if (isStoreFailure(error)) throw error;
      await failRun(context, error);
    }
  };
  const drive = (): void => {
    if (over) return;
    if (driving !== undefined) return nursery.tend();
    failure = undefined;
    driving = work()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        driving = undefined;
        // What was appended while the loop came to rest may be work.
        if (failure === undefined && !atRest(log.read(status))) drive();
      });
  };
  const rest = async (): Promise<void> => {
    while (driving !== undefined) await driving;
    if (failure !== undefined) throw failure;
  };
  return {
    append,
    drive,
    rest,
    stop: async () => {
      stopped = true;
      over = true;
      cancel.abort();
      await nursery.stop();
      while (driving !== undefined) await driving;
      stopped = false;
    },
    sign: () => signHead(context),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

// The run and the step that an event belongs to.
const placeOf = (
  event: NewEvent,
  { run, step }: { run: string | null; step: number },
): Pick<NewEvent, "run" | "step"> => {
  if (event.type === "run.started") return { run: event.run };
  if (run === null) return {};
  const asksAnew = event.type === "model.asked" && isAnswer(event.data) && event.data.attempt === 1;
  return { run, step: asksAnew ? step + 1 : step };
};

// A summary that is made between runs can be cancelled as they can.
const isAskedAtRest = ({ type }: NewEvent, { run, said }: Status): boolean =>
  type === "compaction.asked" && run === null && said === null;

// For comfort, too: one that is damaged is done without.
const readDraft = (text: string): readonly ReplyPart[] => {
  try {
    return z.array(replyPart).parse(JSON.parse(text));
  } catch {
    return [];
  }
};
