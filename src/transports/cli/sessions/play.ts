/** Plays a session on the screen as it happened, faster or slower. */
import { setTimeout as delay } from "node:timers/promises";
import { errorCodes, KelsonError } from "../../../contract/error.ts";
import type { Event } from "../../../contract/event.ts";
import { textOf } from "../../../contract/message.ts";
import { isAnswer } from "../../../folds/is-answer.ts";
import { callOf } from "../../../folds/transcript.ts";
import { duration } from "../../terminal/figures.ts";
import { findSession } from "../find-session.ts";
import { presentText, type TextPresenter } from "../present-text.ts";
import { mannerOf } from "../presenter.ts";
import { resultOf } from "../result.ts";
import { nothingSeen, see, type Seen } from "../seen.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

/** Nobody watches a person think. */
const longestWaitMs = 3_000;
/** From here on it is told how long a wait really was. */
const toldWaitMs = 60_000;
const pieceMs = 25;

/** Gives back the exit code. */
export const playSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly speed: string },
): Promise<number> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const speed = speedIn(flags.speed);
    const { id: session } = await findSession(runtime, id);
    const events = await Array.fromAsync(runtime.view(session).events());
    const manner = mannerOf({ outputFormat: "text", session: true }, { details: true, echo: true });
    const presenter = presentText(surroundings, manner);
    const stopped = new AbortController();
    const stop = surroundings.onSignal(() => stopped.abort());
    presenter.begin({ session, place: runtime.place, saved: true, chosen: `${session}, as it happened` });
    const stage = { presenter, speed, seen: nothingSeen(), signal: stopped.signal, asked: -1 };
    const last = await play(stage, events);
    stop();
    const durationMs = last - (events[0]?.at ?? 0);
    presenter.end(resultOf(stage.seen, { session, durationMs, signal: undefined, error: undefined }));
    return stopped.signal.aborted ? errorCodes.interrupted.exit : 0;
  });

interface Playing {
  readonly presenter: TextPresenter;
  readonly speed: number;
  readonly seen: Seen;
  readonly signal: AbortSignal;
  /** Seq of the last request. */
  asked: number;
}

/** Until the end, or until it is stopped; gives back when the last event that was shown happened. */
const play = async (playing: Playing, events: readonly Event[]): Promise<number> => {
  const { presenter, speed, seen, signal } = playing;
  let before = events[0]?.at ?? 0;
  for (const event of events) {
    const gapMs = event.at - before;
    if (gapMs >= toldWaitMs) presenter.aside(`… ${duration(gapMs)} later`);
    await passed(playing, event, Math.min(gapMs / speed, longestWaitMs));
    if (signal.aborted) break;
    before = event.at;
    see(seen, event);
    if (event.type === "model.asked") playing.asked = event.seq;
    const asked = event.type === "call.asked" ? callOf(seen.transcript, event.data.call) : undefined;
    if (asked !== undefined) presenter.asking(asked);
    presenter.event(event, seen);
  }
  return before;
};

/** Waits; a reply streams meanwhile. When each piece came is not in the log: the latter half of the time is shared among them. */
const passed = async ({ presenter, signal, asked }: Playing, event: Event, waitMs: number): Promise<void> => {
  const text = event.type === "model.replied" && isAnswer(event.data) ? textOf(event.data.parts ?? []) : "";
  const steps = Math.floor(waitMs / 2 / pieceMs);
  if (text === "" || steps === 0) return pause(waitMs, signal);
  await pause(waitMs / 2, signal);
  // By characters, not by halves of them.
  const characters = Array.from(text);
  const each = Math.ceil(characters.length / steps);
  let offset = 0;
  for (let at = 0; at < characters.length && !signal.aborted; at += each) {
    const piece = characters.slice(at, at + each).join("");
    presenter.deltas([{ session: event.session, seq: asked, kind: "text", offset, text: piece }]);
    offset += piece.length;
    await pause(pieceMs, signal);
  }
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms >= 1) await delay(ms, undefined, { signal }).catch(() => {});
};

const speedIn = (text: string): number => {
  const speed = Number(text);
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new KelsonError("bad_input", `--speed must be how many times as fast, such as 4 or 0.5, got "${text}"`);
};
