/** The catalogue: what is found by which name, what the user's own word changes, and whether its data can be true. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogueDrifted } from "../../scripts/catalogue.ts";
import { catalogue, catalogueSource } from "../../src/catalogue/catalogue.ts";
import { modelFacts, modelOverrides } from "../../src/contract/model-facts.ts";
import { providers } from "../../src/catalogue/providers.ts";

const { lookup, search } = catalogue();

test("an entry says what is known of a model", () => {
  expect(lookup("anthropic/claude-sonnet-5")).toEqual({
    name: "anthropic/claude-sonnet-5",
    window: 1_000_000,
    outputLimit: 128_000,
    tools: true,
    images: true,
    reasoning: true,
    prices: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  });
});

describe("a name finds", () => {
  test.each([
    ["claude-sonnet-5", "anthropic/claude-sonnet-5"],
    ["claude-sonnet-5-20260101", "anthropic/claude-sonnet-5"],
    ["claude-haiku-4-5-20251001", "anthropic/claude-haiku-4-5"],
    ["anthropic/claude-opus-5-latest", "anthropic/claude-opus-5"],
    ["Anthropic/Claude-Opus-5", "anthropic/claude-opus-5"],
    ["o3-2025-04-16", "openai/o3"],
    ["gpt-5.6-sol", "openai/gpt-5.6-sol"],
    ["google/gemini-2.5-pro", "gemini/gemini-2.5-pro"],
    ["openrouter/openai/gpt-5-2025-08-07", "openrouter/openai/gpt-5"],
    ["qwen3.8-max-0902", "qwen/qwen3.8-max"],
  ])("%s: %s", (name, found) => {
    expect(lookup(name)?.name).toBe(found);
  });
});

test.each([
  "claude-sonnet-4-20250514",
  "claude-sonnet-5-6",
  "claude-sonnet-5-mini",
  "gpt-5-chat-latest",
  "gpt-5.40",
  "o3-deep-research",
  "openai/claude-sonnet-5",
  "azure/gpt-5.4",
  "ollama/llama3.3",
  "openrouter/claude-sonnet-5",
  "nothing",
  "constructor",
  "",
  "/",
])("%s is no neighbour's name: unknown", (name) => {
  expect(lookup(name)).toBeUndefined();
});

test("an unknown price is absent, a free one is zero", () => {
  expect(lookup("claude-haiku-5-5")).not.toHaveProperty("prices");
  expect(lookup("openrouter/openai/gpt-oss-120b")).not.toHaveProperty("prices");
  expect(lookup("grok-4.3")?.prices).toEqual({ input: 1.25, output: 2.5 });
  expect(lookup("glm-4.7-flash")?.prices).toEqual({ input: 0, output: 0, cacheRead: 0 });
});

test("a search finds the names that hold every word, in order", () => {
  expect(search("Sonnet 5  anthropic/").map(({ name }) => name)).toEqual([
    "anthropic/claude-sonnet-4-5",
    "anthropic/claude-sonnet-5",
    "anthropic/claude-sonnet-5-5",
    "openrouter/anthropic/claude-sonnet-4.5",
    "openrouter/anthropic/claude-sonnet-5",
  ]);
  expect(search("no such model")).toEqual([]);
  expect(search(" ")).toEqual(search(""));
});

describe("the user's own word", () => {
  const own = catalogue(
    modelOverrides.parse({
      "claude-sonnet-5": { window: 200_000 },
      "gemini/gemini-2.5-pro-20300101": { prices: { input: 7, output: 8 } },
      "ollama/llama3.3": { window: 8192, prices: { input: 0, output: 0 } },
    }),
  );

  test("is laid over what is known, for its versions too", () => {
    expect(own.lookup("claude-sonnet-5-20260101")).toEqual({ ...lookup("claude-sonnet-5"), window: 200_000 });
  });

  test("replaces prices whole, and leaves the unversioned model alone", () => {
    expect(own.lookup("gemini-2.5-pro-20300101")).toEqual({
      ...lookup("gemini-2.5-pro"),
      name: "gemini/gemini-2.5-pro-20300101",
      prices: { input: 7, output: 8 },
    });
    expect(own.lookup("gemini-2.5-pro")).toEqual(lookup("gemini-2.5-pro"));
  });

  test("makes a model known that was not, and is found by a search", () => {
    const entry = { name: "ollama/llama3.3", window: 8192, prices: { input: 0, output: 0 } };
    expect(own.lookup("llama3.3")).toEqual(entry);
    expect(own.search("llama3.3")).toEqual([entry]);
  });

  test("is refused with a field that does not exist or a window that can not be", () => {
    expect(modelOverrides.safeParse({ a: { windows: 1 } }).success).toBe(false);
    expect(modelOverrides.safeParse({ a: { window: 0 } }).success).toBe(false);
  });
});

describe("the data", () => {
  const entries = search("");

  test("is what the script makes of its source, and says when and of which version", () => {
    expect(catalogueDrifted()).toBe(false);
    expect(catalogueSource.source).toMatch(/^llm-zoo \d+\.\d+\.\d+$/u);
    expect(catalogueSource.made).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
  });

  test("has whole entries of providers that are in the table", () => {
    const known = new Set(providers.map(({ name }) => name));
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.map((entry) => modelFacts.parse(entry))).toEqual(entries);
    expect(entries.filter(({ name }) => !known.has(name.slice(0, name.indexOf("/"))))).toEqual([]);
    expect(entries.filter(({ name }) => lookup(name)?.name !== name)).toEqual([]);
  });

  test("can be true: a reply fits the window, cached input is cheaper than plain, output is not", () => {
    expect(entries.filter(({ window = 0, outputLimit = 0 }) => outputLimit > window)).toEqual([]);
    expect(entries.filter(({ prices }) => prices && (prices.cacheRead ?? 0) > prices.input + Number.EPSILON)).toEqual(
      [],
    );
    expect(entries.filter(({ prices }) => prices && prices.output < prices.input)).toEqual([]);
  });

  test("knows the usual model of every provider whose models it has", () => {
    const has = new Set(entries.map(({ name }) => name.slice(0, name.indexOf("/"))));
    const usual = providers.filter(({ name }) => has.has(name)).map(({ name, usual }) => `${name}/${usual}`);
    expect(usual.filter((name) => lookup(name)?.window === undefined)).toEqual([]);
  });
});

test("nothing that is looked up or searched for throws", () => {
  const pieces = fc.array(
    fc.constantFrom("claude-", "gpt-5", "/", "-", "20260101", "-latest", "openrouter", "(", "\\"),
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    pieces.map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anything, (text) => {
      expect(() => [lookup(text), search(text), catalogue({ [text]: { window: 1 } }).lookup(text)]).not.toThrow();
    }),
    { seed: 7, numRuns: 500 },
  );
});
