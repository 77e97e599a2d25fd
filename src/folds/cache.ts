/** The fold `cache`: what each answered request read from its provider's prompt cache, and why one read less than it could have. */
import type { Event, EventData } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import type { Prices } from "../contract/terms.ts";
import { cacheHabits } from "./cache-habits.ts";
import { type Cut, type Miss, missOf, savedUsd } from "./cache-miss.ts";

export type Purpose = EventData<"model.asked">["purpose"];

/** An answered request. `input` counts all input, also what was read from or written to a cache. */
export interface CachedRequest {
  /** Of its `model.asked`. */
  seq: number;
  step: number | null;
  model: string;
  purpose: Purpose;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Null when unknown. */
  costUsd: number | null;
  /** What the cache saved; null when unknown. */
  savedUsd: number | null;
  /** Whether its provider tells of the cache. */
  tells: boolean;
  /** Why it, or a try of it that failed, does not begin with the request before; null where it does. */
  cut: Cut | null;
  miss: Miss | null;
}

type Change = Exclude<Cut, "unexplained"> | "effort changed";

/** The requests of one purpose: each begins with the one before it, but where it is cut. */
interface Line {
  blocks: number;
  cut: Cut | null;
  asked: { seq: number; at: number; step: number | null };
  answered: { seq: number; at: number; model: string; input: number } | null;
}

export interface Cache {
  requests: CachedRequest[];
  lines: Partial<Record<Purpose, Line>>;
  /** The purpose that was asked last. */
  purpose: Purpose | null;
  /** Seqs of the latest change of each sort. */
  changed: Partial<Record<Change, number>>;
  tools: string;
  effort: string | null;
  prices: Record<string, Prices>;
  /** Models whose replies have told of a cache. */
  told: Record<string, true>;
}

export const cache: Fold<Cache> = {
  name: "cache",
  version: 1,
  initial: () => ({
    requests: [],
    lines: {},
    purpose: null,
    changed: {},
    tools: "",
    effort: null,
    prices: {},
    told: {},
  }),
  on: {
    "run.started": (state, { seq, data: { settings } }) => {
      const effort = settings.sampling.effort ?? null;
      if (effort !== state.effort) state.changed["effort changed"] = seq;
      state.effort = effort;
      for (const { model, prices } of [settings, ...(settings.fallbacks ?? [])]) {
        if (prices === undefined) delete state.prices[model];
        else state.prices[model] = prices;
      }
    },
    "tools.offered": (state, { seq, data }) => {
      if (data.digest !== state.tools) state.changed["tools changed"] = seq;
      state.tools = data.digest;
    },
    "body.erased": (state, { seq }) => {
      state.changed.erased = seq;
    },
    "context.compacted": (state, { seq }) => {
      state.changed.compacted = seq;
    },
    "context.trimmed": (state, { seq }) => {
      state.changed.trimmed = seq;
    },
    "model.asked": (state, { seq, at, step = null, data }) => {
      const { kept, added } = data.blocks;
      const line = (state.lines[data.purpose] ??= { ...newLine });
      if (kept < line.blocks) line.cut ??= cutSince(state, line.asked.seq);
      line.blocks = kept + added.length;
      line.asked = { seq, at, step };
      state.purpose = data.purpose;
    },
    "model.replied": (state, { data }) => {
      const { purpose } = state;
      const line = purpose === null ? undefined : state.lines[purpose];
      if (purpose === null || line === undefined) return;
      const { seq, at } = line.asked;
      const request = requestOf(state, { purpose, line, data });
      state.requests.push(request);
      const { model, usage } = data;
      // What was cut off was read all the same, but nobody said how much.
      line.answered = { seq, at, model, input: usage?.input ?? line.answered?.input ?? 0 };
      line.cut = null;
    },
  },
};

const newLine: Line = { blocks: 0, cut: null, asked: { seq: -1, at: 0, step: null }, answered: null };

/** What cuts deepest stands first. */
const cuts = ["tools changed", "erased", "compacted", "trimmed"] as const;

const cutSince = ({ changed }: Cache, seq: number): Cut =>
  cuts.find((cut) => (changed[cut] ?? -1) > seq) ?? "unexplained";

interface Reply {
  readonly purpose: Purpose;
  readonly line: Line;
  readonly data: Event<"model.replied">["data"];
}

const requestOf = (state: Cache, { purpose, line, data }: Reply): CachedRequest => {
  const { model, usage, costUsd = null, partial = false } = data;
  const { asked, answered, cut } = line;
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {};
  if (cacheRead + cacheWrite > 0) state.told[model] = true;
  const tells = state.told[model] ?? cacheHabits(model).tells ?? false;
  const prices = state.prices[model];
  const since = { effortChanged: (state.changed["effort changed"] ?? -1) > (answered?.seq ?? -1), cut };
  const idleMs = asked.at - (answered?.at ?? asked.at);
  const miss = partial
    ? null
    : missOf({ model, usage, prices, tells, before: answered ?? undefined, ...since, idleMs });
  return {
    seq: asked.seq,
    step: asked.step,
    model,
    purpose,
    input,
    output,
    cacheRead,
    cacheWrite,
    costUsd,
    savedUsd: savedUsd(prices, usage),
    tells,
    cut,
    miss,
  };
};

/** The share of input that was read from a cache, from 0 to 1; null where no provider says. */
export const cachedShare = (requests: readonly CachedRequest[]): number | null => {
  const told = requests.filter(({ tells }) => tells);
  const input = told.reduce((sum, request) => sum + request.input, 0);
  return input === 0 ? null : told.reduce((sum, request) => sum + request.cacheRead, 0) / input;
};
