/** What every compaction keeps, as a property over random sessions and hostile summarisers. */
import { array, constantFrom, integer, record } from "fast-check";
import { expect, test } from "vitest";
import type { ReplyPart } from "../../src/contract/message.ts";
import type { ModelRequest, Part } from "../../src/contract/provider.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { updatePlan } from "../../src/tools/update-plan.ts";
import { holds } from "../log/holds.ts";
import { limited } from "./run-settings.ts";
import { expectSound, summarisers, tokensOf, watched } from "./summariser.ts";
import { doing } from "./tools.ts";
import { eventsOf, say, standing, workshop } from "./workshop.ts";

/** How many calls a step makes, how long their outputs are, how much is said beside them. */
const step = record({
  calls: integer({ min: 1, max: 3 }),
  chars: integer({ min: 0, max: 3_000 }),
  said: integer({ min: 0, max: 600 }),
});

const sessions = record({
  summariser: constantFrom(...Object.keys(summarisers)),
  window: integer({ min: 8_000, max: 24_000 }),
  trim: constantFrom(true, false),
  byHand: constantFrom(true, false),
  runs: array(array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
});

interface Step {
  readonly calls: number;
  readonly chars: number;
  readonly said: number;
}

test("the compaction contract: whatever happens and whatever the summariser says", { timeout: 120_000 }, async () => {
  let compactions = 0;
  await holds(
    sessions,
    async ({ summariser, window, trim, byHand, runs }) => {
      const answer = answering(runs);
      const { provider, sent } = watched(answer, summarisers[summariser]!);
      let rules = 0;
      const text = (): string => `Rule of run ${rules}.`;
      const layer = { layer: "instructions", source: "AGENTS.md", position: "turn" } as const;
      const source = { name: "rules", gather: async () => [{ ...layer, text: text() }] };
      const guards = { continuations: 2, nudgeAfter: 0, stopAfter: 2 };
      const work = await workshop({
        provider,
        tools: [look, updatePlan],
        settings: limited({ steps: 0 }, { window, trim, compaction: "auto", guards }),
        mode: "bypass",
        change: (parts) => ({ ...parts, sources: [source] }),
      });
      for (const run of runs.keys()) {
        rules = run;
        const before = sent.length;
        await say(work.session, wish(run));
        if (byHand) {
          await work.session.send({ type: "compact", id: `compact ${run}`, focus: "doors" });
          await work.session.rest();
        }
        const wishes = Array.from({ length: run + 1 }, (_, index) => wish(index));
        for (const request of sent.slice(before))
          expectKept(request, {
            window,
            texts: [...wishes, `<instructions source="AGENTS.md">\n${text()}\n</instructions>`],
          });
        // The plan of a run is made with its first step.
        for (const { messages } of sent.slice(before + 1))
          expect(JSON.stringify(messages)).toContain(planOf(run).steps[0]!.step);
      }
      const replies = new Set(sent.map((request) => essence(partsOf(answer(request)))));
      expect(sent.flatMap(repliesIn).filter((reply) => !replies.has(reply))).toEqual([]);
      expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
      const events = await eventsOf(work);
      const ended = events.flatMap(({ type, data }) => (type === "run.ended" ? [data.state] : []));
      expect(ended).toEqual(runs.map(() => "completed"));
      compactions += events.filter(({ type }) => type === "context.compacted").length;
    },
    60,
  );
  expect(compactions).toBeGreaterThan(60);
});

const wish = (run: number): string => `wish ${run}: <find> the "door"\n`;
const planOf = (run: number) => ({ steps: [{ step: `look behind door ${run}`, status: "in_progress" }] });

/** Thinks, says and calls as the steps of the runs say; each run ends with a word. */
const answering = (runs: readonly (readonly Step[])[]): ((request: ModelRequest) => Part[]) => {
  const steps = runs.flatMap((some, run) => [...some.map((one, index) => ({ ...one, run, first: index === 0 })), null]);
  return ({ step: number }) => {
    const now = steps[number - 1] ?? null;
    const carry = { signature: `signed ${number}` };
    const thought: Part = { type: "reasoning", id: "r", text: `thought ${number}`, carry };
    if (now === null) return [thought, { type: "text", id: "t", text: `Done with step ${number}.` }];
    const calls = Array.from({ length: now.calls }, (_, index) =>
      callParts(`call_${number}_${index}`, "look", { text: `${now.chars} ${number}.${index}` }),
    );
    const plan = now.first ? callParts(`plan_${number}`, "update_plan", planOf(now.run)) : [];
    return [thought, { type: "text", id: "t", text: filler(`said${number}`, now.said) }, ...plan, ...calls.flat()];
  };
};

const callParts = (id: string, name: string, input: unknown): Part[] => [
  { type: "call", id, call: id, name },
  { type: "input", id, json: JSON.stringify(input) },
];

const look = doing(
  "look",
  (text) => {
    const [chars, mark = ""] = text.split(" ");
    return textOutcome(filler(`saw ${mark}`, Number(chars)));
  },
  { effects: ["read"] },
);

/** Text of a length that nothing else has. */
const filler = (mark: string, chars: number): string => `${mark} `.repeat(chars).slice(0, chars);

const expectKept = (
  request: ModelRequest,
  { window, texts }: { readonly window: number; readonly texts: readonly string[] },
): void => {
  expectSound(request.messages);
  expect(tokensOf(request)).toBeLessThanOrEqual(window);
  const said = request.messages.flatMap((message) => (message.role === "user" ? message.parts : []));
  const told = said.map((part) => (part.type === "text" ? part.text : part.type));
  expect(told).toEqual(expect.arrayContaining([...texts]));
  expect(told.join("\n").split("</summary>").length).toBeLessThanOrEqual(2);
};

const repliesIn = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => (message.role === "assistant" ? [essence(message.parts)] : []));

/** What a provider has to get back unchanged. */
const essence = (parts: readonly ReplyPart[]): string =>
  JSON.stringify(
    parts.flatMap((part) => {
      if (part.type === "call") return [[part.id, part.name, part.input]];
      return part.text === "" ? [] : [[part.type, part.text, part.carry?.["signature"]]];
    }),
  );

const partsOf = (parts: readonly Part[]): ReplyPart[] =>
  parts.flatMap((part): ReplyPart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, carry: { ...part.carry } }];
    if (part.type !== "call") return [];
    const input = parts.find((other) => other.type === "input" && other.id === part.id);
    const json = input?.type === "input" ? input.json : "{}";
    return [{ type: "call", id: part.call, name: part.name, input: JSON.parse(json) }];
  });
