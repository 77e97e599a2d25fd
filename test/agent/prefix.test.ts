/** The stable prefix: each request begins with the one before it, in its blocks and in every codec's bytes, or an event says why not. */
import { array, constantFrom, nat, option, record, sample, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { applyTo, foldOf } from "../../src/contract/fold.ts";
import type { ModelRequest } from "../../src/contract/provider.ts";
import { cache } from "../../src/folds/cache.ts";
import type { MissCause } from "../../src/folds/cache-miss.ts";
import { isAnswer } from "../../src/folds/is-answer.ts";
import { messages } from "../../src/folds/messages.ts";
import { sha256 } from "../../src/log/chain.ts";
import { lineage } from "../../src/log/lineage.ts";
import type { Turn } from "../../src/providers/script.ts";
import { eventsOf, say } from "./workshop.ts";
import { operations } from "./prefix/operations.ts";
import { type Stage, stageOf } from "./prefix/stage.ts";
import { parted, type Wires, wiresOf } from "./prefix/wires.ts";

const steps = 200;
const sessions = Number(process.env["KELSON_SESSIONS"] ?? 4);

const call = record({
  name: constantFrom("look", "look", "look", "read", "read", "delegate", "unheard_of"),
  input: record({ text: constantFrom("a", "b picture", "c fail", "d \u2028") }),
});
const turn = record({
  reasoning: option(string()),
  text: option(string({ maxLength: 80, unit: "grapheme" })),
  calls: array(call, { maxLength: 4 }),
  stop: option(constantFrom("max_tokens" as const), { freq: 12 }),
}).map(({ reasoning, text, calls, stop }): Turn => ({
  ...(reasoning !== null && { reasoning }),
  ...(text !== null && { text }),
  ...(calls.length > 0 && { calls }),
  ...(stop !== null && { stop }),
}));
const happening = tuple(constantFrom(...Object.keys(operations)), nat(1_000));

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
console.log(`seed ${seed}`);
const drawn = sample(
  record({
    turns: array(turn, { minLength: steps, maxLength: steps, size: "max" }),
    story: array(happening, { minLength: steps, maxLength: steps, size: "max" }),
  }),
  { seed, numRuns: sessions },
);

const happened = new Set<string>();

// Drawn, but not made smaller when one fails: a session takes a second or two, and says after what it went wrong.
test.each(drawn.map((session, index) => [index, session] as const))(
  `session %i of ${steps} steps`,
  async (_, { turns, story }) => {
    const stage = await stageOf({ turns, asides: { compact: { text: "The summary." } } });
    const watch = watching(stage);
    for (const [name, pick] of story) {
      if (stage.sent.length >= steps) break;
      await operations[name]?.(stage, pick);
      await say(stage.session(), `${name} ${pick}`);
      await watch(`${name} ${pick}`);
    }
    expect(stage.sent.length).toBeGreaterThanOrEqual(steps);
    for (const { type } of await recorded(stage)) happened.add(type);
    await misses(stage);
  },
  120_000,
);

test("in all of them together everything has happened that could cut a prefix", () => {
  const types = [
    "agent.reported",
    "context.trimmed",
    "context.compacted",
    "skill.used",
    "body.erased",
    "model.switched",
  ];
  expect(types.filter((type) => !happened.has(type))).toEqual([]);
});

/** Looks at all requests that have come since it looked last. */
const watching = (stage: Stage): ((after: string) => Promise<void>) => {
  let seen = 0;
  let before: Wires = {};
  return async (after) => {
    const events = await recorded(stage);
    const asked = events.filter(
      (event): event is Event<"model.asked"> => event.type === "model.asked" && isAnswer(event.data),
    );
    expect(asked).toHaveLength(stage.sent.length);
    const cuts = cutsIn(events);
    for (const request of stage.sent.slice(seen)) {
      const { seq } = asked[seen]!;
      const now = wiresOf(request);
      if (cuts.has(seq)) expect({ after, cut: cuts.get(seq) }).not.toMatchObject({ cut: "unexplained" });
      else expect({ after, seen, parted: parted(before, now) }).toEqual({ after, seen, parted: [] });
      before = now;
      seen += 1;
    }
    const last = stage.sent.at(-1);
    const rebuilt = foldOf(messages, events.slice(0, asked.at(-1)?.seq));
    if (last !== undefined) expect(digests(rebuilt)).toEqual(digests(last));
  };
};

const digests = ({ system, messages: said }: Pick<ModelRequest, "system" | "messages">): string[] =>
  [...system, ...said].map((block) => sha256(JSON.stringify(block)));

/** The seqs of requests that do not begin with the one before, with the reason that the log has. */
const cutsIn = (events: readonly Event[]): Map<number, string> => {
  const found = new Map<number, string>();
  const state = cache.initial();
  for (const event of events) {
    const blocks = state.lines.answer?.blocks ?? 0;
    applyTo(cache, state, event);
    if (event.type === "model.asked" && isAnswer(event.data) && event.data.blocks.kept < blocks)
      found.set(event.seq, state.lines.answer?.cut ?? "unexplained");
  }
  return found;
};

/** With a cache that forgets nothing, what was not found has a cause of ours. */
const misses = async (stage: Stage): Promise<void> => {
  const { requests } = foldOf(cache, await recorded(stage));
  const causes = requests.flatMap(({ miss }) => miss?.cause ?? []);
  const theirs = new Set<MissCause>([
    "provider does not say",
    "probably expired",
    "provider did not find it",
    "unexplained",
  ]);
  expect(causes.filter((cause) => theirs.has(cause))).toEqual([]);
};

const recorded = ({ store, session }: Stage): Promise<Event[]> =>
  eventsOf({ store: lineage(store), session: session() });
