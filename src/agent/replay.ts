/** Replays a log: rebuilds each request from the events before it, as it was or with today's prompt and tools. */
import type { Event } from "../contract/event.ts";
import { applyTo } from "../contract/fold.ts";
import type { ToolSpec } from "../contract/provider.ts";
import type { Replayed, ReplayedRequest } from "../contract/replay.ts";
import type { Layer } from "../contract/source.ts";
import type { Store } from "../contract/store.ts";
import type { RuleEntry } from "../contract/terms.ts";
import { blocks } from "../folds/blocks.ts";
import { messages } from "../folds/messages.ts";
import { offered } from "../folds/offered.ts";
import { sha256 } from "../log/chain.ts";
import { eventOf } from "../log/line.ts";
import type { Parts } from "./context.ts";
import { differing } from "./difference.ts";
import { specsOf } from "./offer-tools.ts";
import { layersOf } from "./layers-of.ts";
import { rebuilding } from "./rebuilding.ts";
import type { Conversation } from "./request.ts";

/** What a new session would begin with. */
export interface Today {
  readonly layers: readonly Layer[];
  readonly tools: readonly ToolSpec[];
  readonly rules: readonly RuleEntry[];
  /** The directory that it would begin in. */
  readonly cwd: string;
}

export const todayIn = async (parts: Pick<Parts, "sources" | "world" | "tools" | "grounds">): Promise<Today> => ({
  layers: await layersOf(parts, { mode: "default", output: undefined, touched: [] }),
  tools: specsOf(parts.tools),
  rules: parts.grounds.rules,
  cwd: parts.world.root,
});

export async function* eventsIn(store: Store, session: string): AsyncIterable<Event> {
  for await (const batch of store.read(session)) yield* batch.map(eventOf);
}

export const replay = async (session: string, events: AsyncIterable<Event>, today?: Today): Promise<Replayed> => {
  const recorded = reader();
  const now = today && todays(today);
  const asked = blocks.initial();
  const brokenBlock = rebuilding();
  const differenceOf = differing();
  const requests: (Omit<ReplayedRequest, "broken"> & { readonly brokenAt: number })[] = [];
  let rules: readonly RuleEntry[] = [];
  let erased = false;
  for await (const event of events) {
    erased ||= event.type === "body.erased";
    if (event.type === "policy.loaded") rules = event.data.rules ?? [];
    applyTo(blocks, asked, event);
    if (event.type === "model.asked" && event.data.purpose === "answer") {
      const was = recorded.conversation();
      const brokenAt = brokenBlock(was, asked.digests, event.data.blocks.kept);
      const difference = brokenAt === -1 && now ? differenceOf(was, now.conversation()) : undefined;
      const { seq, step = 0, data } = event;
      requests.push({ seq, step, model: data.model, blocks: asked.digests.length, brokenAt, difference });
    }
    recorded.hear(event);
    now?.hear(event);
  }
  const why = erased ? "was erased" : "is built otherwise by this version";
  return {
    session,
    requests: requests.map(({ brokenAt, ...request }) =>
      brokenAt === -1 ? request : { ...request, broken: `block ${brokenAt} ${why}` },
    ),
    rules: today && rulesDifference(rules, today.rules),
  };
};

const reader = () => {
  const said = messages.initial();
  const tools = offered.initial();
  return {
    hear: (event: Event): void => {
      applyTo(messages, said, event);
      applyTo(offered, tools, event);
    },
    conversation: (): Conversation => ({
      system: said.system,
      tools: tools.lists[tools.digest] ?? [],
      messages: said.messages,
    }),
  };
};

/** Whether a checkout decides on a layer; the others are of their moment, and stay as they were. */
const isDecided = ({ layer, source }: Pick<Layer, "layer" | "source">): boolean =>
  layer === "system" || layer === "skills" || (layer === "instructions" && source.startsWith("/"));

/** Hears the same events, with today's layers of each sort where the first recorded one was loaded, and today's tools. */
const todays = ({ layers, tools, cwd }: Today) => {
  const { hear, conversation } = reader();
  const begun = new Set<Layer["layer"]>();
  let placed: readonly Layer[] | undefined;
  let prepared = false;
  const load = (event: Event, sort: Layer["layer"]): void => {
    if (begun.has(sort)) return;
    begun.add(sort);
    for (const { layer, source, position, text } of placed ?? []) {
      const data = { layer, source, position, digest: sha256(text), text };
      if (layer === sort) hear({ ...event, type: "context.loaded", data });
    }
  };
  return {
    conversation,
    hear: (event: Event): void => {
      if (event.type === "session.opened") placed ??= rebased(layers.filter(isDecided), cwd, event.data.cwd);
      // What was loaded later was of its moment: a change, a directory that a call went into.
      if (event.type === "context.loaded" && !prepared && isDecided(event.data)) load(event, event.data.layer);
      else if (event.type === "tools.offered") {
        prepared = true;
        for (const { layer } of placed ?? []) load(event, layer);
        hear({ ...event, data: { digest: "today", tools: [...tools] } });
      } else hear(event);
    },
  };
};

/**
 * Layers with the names that they would have where the session was recorded: its directory, and those above it as long as
 * they are called the same, stand for today's.
 */
const rebased = (layers: readonly Layer[], from: string, to: string): readonly Layer[] => {
  const pairs: [string, string][] = [];
  for (let [here, there] = [from, to]; here !== "" && there !== ""; [here, there] = [above(here), above(there)]) {
    pairs.push([here, there]);
    if (here.slice(above(here).length) !== there.slice(above(there).length)) break;
  }
  const moved = (text: string): string =>
    pairs.reduce((moving, [here, there]) => moving.replaceAll(`${here}/`, `${there}/`), text);
  return layers.map(({ source, text, ...layer }) => ({ ...layer, source: moved(source), text: moved(text) }));
};

const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const rulesDifference = (was: readonly RuleEntry[], now: readonly RuleEntry[]): Replayed["rules"] => {
  const [recorded, today] = [rulesText(was), rulesText(now)];
  return recorded === today ? undefined : { block: "rules", recorded, now: today };
};

const rulesText = (rules: readonly RuleEntry[]): string =>
  rules.map(({ source, decision, rule }) => `${decision} ${rule} (${source})`).join("\n");
