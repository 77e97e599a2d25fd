/** What every compaction keeps, as a property over random sessions and hostile summarisers. */
import { array, constantFrom, integer, record } from "fast-check";
import { expect, test } from "vitest";
import type { ReplyPart } from "../../src/contract/message.ts";
import type { ModelRequest, Part } from "../../src/contract/provider.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { updatePlan } from "../../src/tools/update-plan.ts";
import { holds } from "../log/holds.ts";
import { settings } from "./run-settings.ts";
import { expectSound, summarisers, tokensOf, watched } from "./summariser.ts";
import { doing } from "./tools.ts";
import { eventsOf, say, standing, workshop } from "./workshop.ts";

const step = record({
  calls: integer({ min: 1, max: 3 }),
  chars: integer({ min: 0, max: 3_000 }),
  said: integer({ min: 0, max: 600 }),
});
const sessions = record({
  summariser: constantFrom(...Object.keys(summarisers)),
  window: integer({ min: 8_000, max: 24_000 }),
  trim: constantFrom(true, false),
  plans: constantFrom(true, false),
  runs: array(array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
  byHand: constantFrom(true, false),
});

/** Text of a size that nothing repeats. */
const filler = (mark: string, chars: number): string =>
  `${mark} `.repeat(Math.ceil(chars / (mark.length + 1))).slice(0, chars);

const planOf = (run: number) => ({ steps: [{ step: `look behind door ${run}`, status: "in_progress" }] });

const callParts = (id: string, name: string, input: unknown): Part[] => [
  { type: "call", id, call: id, name },
  { type: "input", id, json: JSON.stringify(input) },
];

test("the compaction contract: whatever happens and whatever the summariser says", { timeout: 120_000 }, async () => {
  await holds(
    sessions,
    async ({ summariser, window, trim, plans, runs, byHand }) => {
      const steps = runs.flatMap((some, run) => [
        ...some.map((one, index) => ({ ...one, run, first: index === 0 })),
        undefined,
      ]);
      const replies: string[] = [];
      const answer = ({ step: number }: ModelRequest): Part[] => {
        const now = steps[number - 1];
        const thought: Part = {
          type: "reasoning",
          id: "r",
          text: `thought ${number}`,
          carry: { signature: `signed ${number}` },
        };
        if (now === undefined) return [thought, { type: "text", id: "t", text: `Done with step ${number}.` }];
        const calls = Array.from({ length: now.calls }, (_, index) =>
          callParts(`call_${number}_${index}`, "look", { text: `${now.chars} ${number}.${index}` }),
        ).flat();
        const plan = plans && now.first ? callParts(`plan_${number}`, "update_plan", planOf(now.run)) : [];
        return [thought, { type: "text", id: "t", text: filler(`said${number}`, now.said) }, ...plan, ...calls];
      };
      const { provider, sent } = watched(answer, summarisers[summariser]!);
      const look = doing(
        "look",
        (text) => textOutcome(filler(`saw ${text.split(" ")[1]}`, Number(text.split(" ")[0]))),
        { effects: ["read"] },
      );
      let rules = 0;
      const source = {
        name: "rules",
        gather: async () => [
          {
            layer: "instructions" as const,
            source: "AGENTS.md",
            position: "turn" as const,
            text: `Rule of run ${rules}.`,
          },
        ],
      };
      const work = await workshop({
        provider,
        tools: [look, updatePlan],
        settings: settings({
          window,
          trim,
          compaction: "auto",
          limits: { steps: 0, workMs: 0, costUsd: 0, tokens: 0 },
          guards: { continuations: 2, nudgeAfter: 0, stopAfter: 2 },
        }),
        mode: "bypass",
        change: (parts) => ({ ...parts, sources: [source] }),
      });
      for (const [run] of runs.entries()) {
        rules = run;
        const before = sent.length;
        await say(work.session, `wish ${run}: <find> the "door"\n`);
        if (byHand) {
          await work.session.send({ type: "compact", id: `compact ${run}`, focus: "doors" });
          await work.session.rest();
        }
        for (const [index, request] of sent.slice(before).entries()) {
          expectSound(request.messages);
          expect(tokensOf(request)).toBeLessThanOrEqual(window);
          const texts = request.messages.flatMap((message) =>
            message.role === "user" ? message.parts.map((part) => (part.type === "text" ? part.text : "")) : [],
          );
          for (let wish = 0; wish <= run; wish += 1) expect(texts).toContain(`wish ${wish}: <find> the "door"\n`);
          expect(texts.join("\n")).toContain(`Rule of run ${run}.`);
          if (plans && index > 0) expect(JSON.stringify(request.messages)).toContain(planOf(run).steps[0]!.step);
          expect(texts.join("\n").match(/<\/summary>/gu)?.length ?? 0).toBeLessThanOrEqual(1);
          for (const message of request.messages)
            if (message.role === "assistant") expect(replies).toContain(essence(message.parts));
          const reply = answer(request);
          replies.push(essence(partsOf(reply)));
        }
      }
      expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
      const ended = (await eventsOf(work)).flatMap(({ type, data }) => (type === "run.ended" ? [data.state] : []));
      expect(ended).toEqual(runs.map(() => "completed"));
    },
    60,
  );
});

/** What a provider has to get back unchanged. */
const essence = (parts: readonly ReplyPart[]): string =>
  JSON.stringify(
    parts
      .filter((part) => part.type === "call" || part.text !== "")
      .map((part) =>
        part.type === "call" ? [part.id, part.name, part.input] : [part.type, part.text, part.carry?.["signature"]],
      ),
  );

const partsOf = (parts: readonly Part[]): ReplyPart[] =>
  parts.flatMap((part): ReplyPart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, carry: { ...part.carry } }];
    if (part.type !== "call") return [];
    const input = parts.find((other) => other.type === "input" && other.id === part.id);
    return [
      { type: "call", id: part.call, name: part.name, input: JSON.parse(input?.type === "input" ? input.json : "{}") },
    ];
  });
