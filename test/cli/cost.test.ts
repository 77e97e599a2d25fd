/** `kelson cost` and the summaries of runs: what was read from the prompt cache across resumes, and why not more. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workshop, type Workshop } from "./workshop.ts";

const usage = (input: number, cacheRead: number) => ({ input, output: 100, cacheRead, cacheWrite: input - cacheRead });

/** A model of which each turn's usage tells what its cache held, at 1 USD a million read and ten times that else. */
const cachingModel = async ({ home }: Workshop): Promise<string> => {
  const turns = [
    { calls: [{ name: "list_directory" }], usage: usage(10_000, 0) },
    { text: "One.", usage: usage(11_000, 10_000) },
    { text: "Two.", usage: usage(12_000, 11_000) },
    { text: "Three.", usage: usage(13_000, 0) },
  ];
  const path = join(home, "caching.json");
  await writeFile(path, JSON.stringify({ turns, prices: { input: 10, output: 10, cacheRead: 1, cacheWrite: 10 } }));
  return `scripted/${path}`;
};

/** Three runs of one session: the second with less tools and more instructions, the third with more tools. */
const threeRuns = async (shop: Workshop): Promise<string> => {
  const model = await cachingModel(shop);
  await shop.kelson(["run", "-m", model, "one"]);
  await shop.kelson(["run", "-c", "-m", model, "--disallowed-tools", "grep", "--append-system-prompt", "Hm.", "two"]);
  const { stderr } = await shop.kelson(["run", "-c", "-m", model, "--allowed-tools", "full", "three"]);
  return stderr;
};

test("what differs on resume is appended, new tools cut, and each is said", async () => {
  const shop = await workshop();
  expect(await threeRuns(shop)).toContain("not cached: tools changed (step 4, 12.0k tokens)\n");
  const { stdout } = await shop.kelson(["cost", "--json"]);
  const tally = {
    requests: 4,
    input_tokens: 46_000,
    output_tokens: 400,
    cache_read_input_tokens: 21_000,
    cache_creation_input_tokens: 25_000,
    cache_read_share: 21 / 46,
    total_cost_usd: 0.275,
    saved_usd: 0.189,
  };
  const model = `scripted/${join(shop.home, "caching.json")}`;
  const of = { model, purpose: "answer" };
  expect(JSON.parse(stdout)).toEqual({
    session_id: expect.any(String) as string,
    total: tally,
    models: [{ ...of, ...tally }],
    misses: [
      { ...of, step: 1, cause: "first request", tokens: 0, cost_usd: 0 },
      { ...of, step: 4, cause: "tools changed", tokens: 12_000, cost_usd: 0.108 },
    ],
  });
});

test("as tables, with runs of one cause in a row of their own", async () => {
  const shop = await workshop();
  await threeRuns(shop);
  const { stdout } = await shop.kelson(["cost"]);
  expect(stdout.replaceAll(shop.home, "~").replaceAll(/ {2,}/gu, "  ")).toMatchInlineSnapshot(`
    "MODEL  PURPOSE  REQUESTS  IN  CACHED  OUT  COST  CACHE SAVED
    scripted/~/caching.json  answer  4  46.0k  46 %  400  $0.28  $0.19
    together  4  46.0k  46 %  400  $0.28  $0.19

    STEP  NOT CACHED BECAUSE  TOKENS  COST
    1  first request  0  $0.00
    4  tools changed  12.0k  $0.11
    "
  `);
});

test("a provider that tells nothing of its cache is not said to have missed", async () => {
  const shop = await workshop();
  const { kelson, script } = shop;
  const turns = [{ calls: [{ name: "list_directory", input: {} }] }, { text: "One." }];
  const { stderr } = await kelson(["run", "-m", await script(...turns), "one"]);
  expect(stderr).not.toContain("cached");
  expect((await kelson(["cost"])).stdout).toMatch(/together +2 +\S+ +\? /u);
});

test("what sub-agents took is a row of its own, and part of the whole", async () => {
  const shop = await workshop();
  const task = { description: "look", prompt: "look around", subagent_type: "reviewer" };
  const model = await shop.script({ calls: [{ name: "agent", input: task }] }, { text: "Seen." });
  await shop.kelson(["run", "-m", model, "have it reviewed"]);
  const { total, agents, models } = JSON.parse((await shop.kelson(["cost", "--json"])).stdout) as {
    [Name in "total" | "agents"]: { requests: number; input_tokens: number };
  } & { models: { requests: number; input_tokens: number }[] };
  expect([models[0]?.requests, agents.requests, total.requests]).toEqual([2, 2, 4]);
  expect(total.input_tokens).toBe((models[0]?.input_tokens ?? 0) + agents.input_tokens);
  expect((await shop.kelson(["cost"])).stdout).toMatch(/\nsub-agents +2 /u);
});
