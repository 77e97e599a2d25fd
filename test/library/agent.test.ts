/** What an agent is made of: its options, its output's schema, its prompt and its store. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { agent, type Agent, type Provider, toolSets } from "../../src/index.ts";
import { memory } from "../../src/stores/memory.ts";
import { directory, gathered, noting, taking } from "./workshop.ts";

type Request = Parameters<Provider["stream"]>[0];

/** A model that keeps what it was asked. */
const keeping = (): { readonly model: Provider; readonly asked: Request[] } => {
  const asked: Request[] = [];
  const { stream, ...model } = taking({ text: "Hi." });
  return {
    asked,
    model: {
      ...model,
      stream: (request, options) => {
        asked.push(structuredClone(request));
        return stream(request, options);
      },
    },
  };
};

describe("wrong options are named", () => {
  test.each<[object, string]>([
    [{ maxSteps: "ten" }, 'maxSteps of agent cannot be "ten": Invalid input: expected number, received string'],
    [{ mode: "yolo" }, 'mode of agent cannot be "yolo": Invalid option: expected one of "read-only"|'],
    [{ timeoutMs: -1 }, "timeoutMs of agent cannot be -1: "],
    [{ maxStep: 10 }, "agent has no option maxStep"],
  ])("%j", (options, words) => {
    expect(() => agent(options)).toThrow(words);
  });

  test("a budget that could not be kept", async () => {
    await expect(agent({ model: taking({ text: "Hi." }), maxBudgetUsd: 1 }).run("Hi.")).rejects.toThrow(
      "the price of scripted/turns is unknown",
    );
  });
});

describe("output", () => {
  const Ship = z.object({ name: z.string(), built: z.string().transform(Number) });
  const asked = (...texts: string[]): Agent<z.infer<typeof Ship>> =>
    agent({ model: taking(...texts.map((text) => ({ text }))), tools: [], output: Ship });

  test("is given in the schema's type", async () => {
    const result = await asked('{"name":"Beagle","built":"1820"}').run("Which ship?");
    if (!result.ok) throw new Error(result.error.message);
    expectTypeOf(result.output).toEqualTypeOf<{ name: string; built: number }>();
    expect(result.output).toEqual({ name: "Beagle", built: 1820 });
  });

  test("is sent back once", async () => {
    const result = await asked("The Beagle.", '```json\n{"name":"Beagle","built":"1820"}\n```').run("Which ship?");
    expect(result).toMatchObject({ ok: true, steps: 2, output: { built: 1820 } });
  });

  test("that does not fit the second time is an error", async () => {
    const result = await asked("The Beagle.", "Oh, the Beagle.").run("Which ship?");
    expect(result).toMatchObject({ ok: false, state: "error", error: { why: "schema unmet" } });
  });

  test("that breaks what JSON Schema cannot say is an error, too", async () => {
    const output = z.object({ name: z.string() }).refine(({ name }) => name !== "Titanic", "not that one");
    const model = taking({ text: '{"name":"Titanic"}' });
    expect(await agent({ model, tools: [], output }).run("Which ship?")).toMatchObject({
      ok: false,
      error: { why: "schema unmet", message: "the answer does not fit its schema: not that one" },
    });
  });

  test("may be a JSON Schema, and is then unknown", async () => {
    const output = { type: "array", items: { type: "integer" } };
    const result = await agent({ model: taking({ text: "[1, 2]" }), tools: [], output }).run("Which?");
    if (result.ok) expectTypeOf(result.output).toEqualTypeOf<unknown>();
    expect(result.output).toEqual([1, 2]);
  });
});

describe("the request", () => {
  test("of a plain agent has the base prompt, the surroundings and the default tools", async () => {
    const { model, asked } = keeping();
    await agent({ model, cwd: await directory() }).run("Hi.");
    expect(asked[0]?.system.join("")).toMatch(/^You are Kelson/u);
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(toolSets.default.map(({ name }) => name));
    expect(JSON.stringify(asked[0]?.messages)).toContain("directory: ");
  });

  test("of one with its own prompt and tools has nothing else", async () => {
    const { model, asked } = keeping();
    const { tool } = noting("note");
    const sampling = { temperature: 0.2, effort: "low", maxOutputTokens: 100 } as const;
    await agent({ model, tools: [tool], system: "You are a clerk.", ...sampling }).run("Hi.");
    expect(asked[0]).toMatchObject({ system: ["You are a clerk."], tools: [{ name: "note" }], sampling });
    expect(asked[0]?.messages).toEqual([{ role: "user", parts: [{ type: "text", text: "Hi." }] }]);
  });
});

describe("the store", () => {
  test("may be any: it is used as it is, and left open", async () => {
    class Counted {
      readonly #inner = memory();
      closed = 0;
      readonly place = "counted";
      readonly durable = false;
      create = this.#inner.create;
      append = this.#inner.append;
      acquire = this.#inner.acquire;
      release = this.#inner.release;
      post = this.#inner.post;
      inbox = this.#inner.inbox;
      outcome = this.#inner.outcome;
      watch = this.#inner.watch;
      saveDraft = this.#inner.saveDraft;
      draft = this.#inner.draft;
      saveSnapshot = this.#inner.saveSnapshot;
      snapshot = this.#inner.snapshot;
      erase = this.#inner.erase;
      remove = this.#inner.remove;
      search = this.#inner.search;
      read = this.#inner.read;
      last = this.#inner.last;
      // A method, so that `this` has to be right.
      list(): ReturnType<ReturnType<typeof memory>["list"]> {
        return this.#inner.list();
      }
      close = async (): Promise<void> => {
        this.closed += 1;
      };
    }
    const store = new Counted();
    const { session } = await agent({ model: taking({ text: "Hi." }), tools: [], store }).run("Hi.");
    expect(await store.list()).toMatchObject([{ id: session, holder: undefined }]);
    expect(store.closed).toBe(0);
  });

  test("of two agents is not the same memory", async () => {
    const { session } = await agent({ model: taking({ text: "Hi." }), tools: [] }).run("Hi.");
    await expect(agent({ model: taking(), tools: [] }).resume(session)).rejects.toThrow("there is no session");
  });
});

test("the mode is the session's from the first run on", async () => {
  const { tool, noted } = noting("note");
  const model = taking({ calls: [{ name: "note", input: { text: "one" } }] }, { text: "Done." });
  const run = agent({ model, tools: [tool], mode: "bypass" }).run("Note.");
  const events = await gathered(run);
  expect(events[1]).toMatchObject({ type: "mode.changed", data: { to: "bypass" } });
  expect(noted).toEqual(["one"]);
});
