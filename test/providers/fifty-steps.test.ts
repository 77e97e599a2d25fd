/** An agent works fifty steps with each provider over HTTP, while every sixth request goes wrong at first. */
import { expect, test } from "vitest";
import { z } from "zod";
import { modelFailures, type ModelFailure } from "../../src/contract/error.ts";
import type { Provider } from "../../src/contract/provider.ts";
import { fromZod, textOutcome, tool } from "../../src/contract/tool.ts";
import { anthropic } from "../../src/providers/anthropic.ts";
import { gemini } from "../../src/providers/gemini.ts";
import { ollama } from "../../src/providers/ollama.ts";
import { openaiChat } from "../../src/providers/openai-chat.ts";
import { openaiResponses } from "../../src/providers/openai-responses.ts";
import { eventsOf, say, standing, workshop } from "../agent/workshop.ts";
import { limited } from "../agent/run-settings.ts";
import type { Fault, Reply } from "../../src/testing/model-server/reply.ts";
import { type DialectName, modelServer } from "../../src/testing/model-server/server.ts";

const model = "test-model";
const providers: Readonly<Record<DialectName, (baseUrl: string) => Provider>> = {
  anthropic: (baseUrl) => anthropic({ model, baseUrl, idleMs: 300 }),
  "openai-chat": (baseUrl) => openaiChat({ name: "openai", model, baseUrl, idleMs: 300 }),
  "openai-responses": (baseUrl) => openaiResponses({ name: "openai", model, baseUrl, idleMs: 300 }),
  gemini: (baseUrl) => gemini({ model, baseUrl, idleMs: 300 }),
  ollama: (baseUrl) => ollama({ model, baseUrl, idleMs: 300 }),
};

const faults: readonly (readonly [Reply, ModelFailure])[] = [
  [{ fault: { kind: "status", status: 429, headers: { "retry-after-ms": "2" } } }, "rate_limit"],
  [{ fault: { kind: "status", status: 500 } }, "server"],
  [{ fault: { kind: "status", status: 503 } }, "overloaded"],
  [{ fault: { kind: "stall", afterBytes: 40 } }, "timeout"],
  [{ fault: { kind: "cut", afterBytes: 60 } }, "network"],
  [{ fault: { kind: "garbage", afterFrames: 1 } }, "malformed"],
  [
    { fault: { kind: "error", afterFrames: 3, type: "overloaded_error", message: "busy" } satisfies Fault },
    "overloaded",
  ],
  [{}, "malformed"],
];

const work = { reasoning: "What is next? 🤔", text: "I note it." };
const steps = 50;
const faultEvery = 6;

test.each(
  (Object.keys(providers) as DialectName[]).flatMap((dialect) =>
    [true, false].map((stream) => [dialect, stream] as const),
  ),
)("%s (stream: %s)", async (dialect, stream) => {
  const tried = new Set<number>();
  const noted: number[] = [];
  const server = await modelServer({
    dialect,
    reply: ({ turn }) => {
      const failing = turn % faultEvery === 0 && !tried.has(turn);
      tried.add(turn);
      const [broken = {}] = faults[turn / faultEvery - 1] ?? [];
      if (failing) return Object.keys(broken).length === 0 ? broken : { ...work, ...broken };
      return turn < steps ? { ...work, calls: [{ name: "note", input: { turn } }] } : { text: "Done." };
    },
  });
  const note = tool({
    name: "note",
    description: "Notes the turn.",
    input: fromZod(z.object({ turn: z.number() })),
    effects: [],
    parallel: true,
    targets: () => [],
    run: async ({ turn }) => {
      noted.push(turn);
      return textOutcome(`noted ${turn}`);
    },
  });
  const settings = { ...limited({ steps: 0 }), sampling: { stream } };
  const made = await workshop({ provider: providers[dialect](server.url), tools: [note], settings });
  try {
    await say(made.session, "Note every turn.");
    expect(await standing(made)).toEqual({ state: "completed", open: 0, chain: true });
    expect(noted).toEqual(Array.from({ length: steps - 1 }, (_, index) => index + 1));
    const failed = (await eventsOf(made)).flatMap((event) =>
      event.type === "model.failed" ? [event.data.category] : [],
    );
    expect(failed).toEqual(faults.map(([, category]) => category));
    expect(failed.every((category) => modelFailures[category].retries !== "never")).toBe(true);
    expect(server.requests.length).toBe(steps + faults.length);
  } finally {
    await server.close();
  }
});
