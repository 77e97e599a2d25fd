/** The package as a user gets it: a program type-checks strictly against it, and runs under plain Node. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, consumer, run } from "./packed.ts";

const program = `
import { agent, folds, type Event, type Provider, type RunResult, tool } from "kelson";
import { memory, scripted } from "kelson/testing";
import { z } from "zod";

const model: Provider = scripted({
  name: "turns",
  script: { turns: [{ calls: [{ name: "add", input: { one: 40, other: 2 } }] }, { text: '{"sum":42}' }] },
});
const add = tool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ one: z.number(), other: z.number() }),
  effects: [],
  run: ({ one, other }) => one + other,
});
const assistant = agent({ model, tools: [add], store: memory(), output: z.object({ sum: z.number() }) });
const run = assistant.run("What is 40 + 2?");
const types: Event["type"][] = [];
for await (const event of run) {
  if (event.type === "call.finished") console.log(event.data.output?.[0]);
  types.push(event.type);
}
const result: RunResult<{ sum: number }> = await run;
if (!result.ok) throw new Error(result.error.message);
const sum: number = result.output.sum;
const { total } = await assistant.read(result.session, folds.usage);
console.log(sum, total.replies, types.at(-1));
// @ts-expect-error: a typo in an option is found
export const wrong = () => agent({ modle: "x" });
`;

/** A model of the AI SDK is whatever speaks its interface; packages of models bring that of their own. */
const sailor = `
import { agent } from "kelson";
import { aiSdk } from "kelson/ai-sdk";

const usage = {
  inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: "stop" as const, raw: "stop" };
const pilot: Parameters<typeof aiSdk>[0]["model"] = {
  specificationVersion: "v4",
  provider: "harbour.chat",
  modelId: "pilot-1",
  supportedUrls: {},
  doGenerate: async () => ({ content: [{ type: "text", text: "Aye." }], finishReason, usage, warnings: [] }),
  doStream: async ({ prompt }) => ({
    stream: new ReadableStream({
      start: (stream) => {
        stream.enqueue({ type: "text-delta", id: "0", delta: "Aye, " + prompt.at(-1)?.role });
        stream.enqueue({ type: "finish", finishReason, usage });
        stream.close();
      },
    }),
  }),
};
const { text } = await agent({ model: aiSdk({ model: pilot }), tools: [] }).run("Ready?");
console.log(text);
// @ts-expect-error: its types are there, so that what is no model is found
export const wrong = () => aiSdk({ model: { provider: 7 } });
`;

let place: Consumer;
const node = (...argv: string[]): ReturnType<typeof run> => run(process.execPath, argv, { cwd: place.directory });

beforeAll(async () => {
  place = await consumer({ "program.ts": program, "sailor.ts": sailor });
});
afterAll(() => place.remove());

test("programs type-check against it, its declarations included", async () => {
  expect(await place.check(["program.ts"])).toBe("");
  // The AI SDK's own declarations name a package that it does not bring, so they cannot be checked.
  expect(await place.check(["sailor.ts"], { skipLibCheck: true })).toBe("");
});

test("a program runs with it", async () => {
  const { stdout, stderr } = await node("program.ts");
  expect(stderr).toBe("");
  expect(stdout).toBe("{ type: 'text', text: '42' }\n42 2 run.ended\n");
});

test("a program runs with a model of the AI SDK", async () => {
  expect(await node("sailor.ts")).toMatchObject({ stdout: "Aye, user\n", stderr: "" });
});

test("its program runs, too", async () => {
  const { stdout } = await node("node_modules/kelson/bin/kelson", "--help");
  expect(stdout).toContain("Usage: kelson");
});
