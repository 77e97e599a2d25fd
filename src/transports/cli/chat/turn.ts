/** One turn of a chat: a message is said, what comes of it is shown, and a first Ctrl-C cancels only that. */
import type { Command } from "../../../contract/command.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import { converse } from "../converse.ts";
import type { Diagnostics } from "../diagnostics.ts";
import type { Presenter } from "../presenter.ts";
import { type Result, resultOf } from "../result.ts";
import { news, seenBefore } from "../seen.ts";
import { stopping } from "../stopping.ts";
import type { Surroundings } from "../surroundings.ts";

export interface Turn {
  readonly session: Session;
  readonly runtime: Pick<Runtime, "place" | "waitForRoom">;
  readonly presenter: Presenter;
  readonly log: Diagnostics;
  readonly interactive: boolean;
  /** What is said; absent when the session goes on with what it was at. */
  readonly command: Command | undefined;
}

export interface Turned {
  readonly result: Result;
  /** What stands in the session since. */
  readonly items: readonly TranscriptItem[];
  /** The person did not wait for the end. */
  readonly leaves: boolean;
}

/** Its end is left to be shown. */
export const turn = async (
  surroundings: Surroundings,
  { session, runtime, presenter, log, interactive, command }: Turn,
): Promise<Turned> => {
  const { now, onSignal } = surroundings;
  const startedAt = now();
  const seen = await seenBefore(session);
  const stop = stopping(onSignal);
  const waitNoMore = runtime.waitForRoom((isFull) => presenter.room(isFull, runtime.place));
  try {
    const talk = { session, surroundings, presenter, log, stop, seen, interactive };
    const talked = converse(talk, command === undefined ? [] : [command]);
    const leaves = await Promise.race([talked.then(() => false), stop.atOnce.then(() => true)]);
    const signal = stop.signal();
    const result = resultOf(seen, { session: session.id, durationMs: now() - startedAt, signal, error: undefined });
    return { result, items: news(seen), leaves: leaves || (signal !== undefined && signal !== "SIGINT") };
  } finally {
    waitNoMore();
    stop.forget();
  }
};
