/** Plays a session on the screen as it happened, faster or slower. */
import { setTimeout as delay } from "node:timers/promises";
import { KelsonError } from "../../../contract/error.ts";
import { choosePresenter } from "../choose-presenter.ts";
import { findSession } from "../find-session.ts";
import { mannerOf } from "../presenter.ts";
import { resultOf } from "../result.ts";
import { nothingSeen, see } from "../seen.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

/** Nobody watches a person think. */
const longestWaitMs = 3_000;

export const playSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly speed: string },
): Promise<number> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const speed = speedIn(flags.speed);
    const { id: found } = await findSession(runtime, id);
    const events = await Array.fromAsync(runtime.view(found).events());
    const manner = mannerOf({ outputFormat: "text", session: true }, { details: true, echo: true });
    const presenter = await choosePresenter(surroundings, manner);
    const stopped = new AbortController();
    const stop = surroundings.onSignal(() => stopped.abort());
    presenter.begin({ session: found, place: runtime.place, saved: true, chosen: `${found}, as it happened` });
    const seen = nothingSeen();
    let before = events[0]?.at ?? 0;
    for (const event of events) {
      const waitMs = Math.min((event.at - before) / speed, longestWaitMs);
      before = event.at;
      if (waitMs >= 1) await delay(waitMs, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) break;
      see(seen, event);
      presenter.event(event, seen);
    }
    stop();
    const durationMs = before - (events[0]?.at ?? 0);
    presenter.end(resultOf(seen, { session: found, durationMs, signal: undefined, error: undefined }));
    return 0;
  });

const speedIn = (text: string): number => {
  const speed = Number(text);
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new KelsonError("bad_input", `--speed must be how many times as fast, such as 4 or 0.5, got "${text}"`);
};
