/** What this program has seen of a session: what it shows, and what its own part of it took. */
import type { Event } from "../../contract/event.ts";
import { applyTo } from "../../contract/fold.ts";
import type { Session } from "../../contract/runtime.ts";
import { type Cache, cache, type CachedRequest } from "../../folds/cache.ts";
import { head } from "../../folds/head.ts";
import { type Metrics, metrics } from "../../folds/metrics.ts";
import { type Transcript, transcript } from "../../folds/transcript.ts";
import type { CallItem, TranscriptItem } from "../../folds/transcript-item.ts";
import { type Usage, usage } from "../../folds/usage.ts";
import { type Checked, checked } from "./checked.ts";

/** Transcript and cache are those of the whole session; usage and metrics count from the seq `from`, which `past` items precede. */
export interface Seen {
  readonly from: number;
  readonly past: number;
  readonly transcript: Transcript;
  readonly cache: Cache;
  readonly usage: Usage;
  readonly metrics: Metrics;
  readonly checked: Checked;
}

export const nothingSeen = (past: Pick<Seen, "transcript" | "cache"> = nothing(), from = 0): Seen => ({
  from,
  past: past.transcript.items.length,
  ...past,
  usage: usage.initial(),
  metrics: metrics.initial(),
  checked: checked.initial(),
});

const nothing = () => ({ transcript: transcript.initial(), cache: cache.initial() });

/** What stands in a session that goes on. Another process may be writing it, so that a quiet moment is waited for. */
export const seenBefore = async (session: Session): Promise<Seen> => {
  for (;;) {
    const { seq } = await session.read(head);
    const past = structuredClone({ transcript: await session.read(transcript), cache: await session.read(cache) });
    if ((await session.read(head)).seq === seq) return nothingSeen(past, seq + 1);
  }
};

export const see = (seen: Seen, event: Event): void => {
  applyTo(transcript, seen.transcript, event);
  applyTo(cache, seen.cache, event);
  applyTo(usage, seen.usage, event);
  applyTo(metrics, seen.metrics, event);
  applyTo(checked, seen.checked, event);
};

/** What has happened since the program began. */
export const news = (seen: Seen): readonly TranscriptItem[] => seen.transcript.items.slice(seen.past);

/** The requests that were answered since the program began. */
export const newRequests = ({ cache: { requests }, from }: Seen): readonly CachedRequest[] =>
  requests.filter(({ seq }) => seq >= from);

/** The calls that wait for a person, from before or now. */
export const askedCalls = (seen: Seen): CallItem[] =>
  seen.transcript.items.filter((item): item is CallItem => item.kind === "call" && item.state === "asked");
