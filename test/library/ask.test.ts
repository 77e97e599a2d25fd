/** What a run asks, a program answers: at once, later, or never. */
import { describe, expect, test } from "vitest";
import { agent, type Answer, type Ask, tool } from "../../src/index.ts";
import { calling, directory, gathered, noting, outcomeText, taking } from "./workshop.ts";

const done = { text: "Done." };

describe("onAsk", () => {
  test("is told what it is about, and its yes lets the call run", async () => {
    const { tool, noted } = noting("note", {
      effects: ["write"],
      targets: () => [{ kind: "path", path: "book.txt", access: "write" }],
      preview: async ({ text }) => `+${text}`,
    });
    const asks: Ask[] = [];
    const result = await agent({
      model: taking(calling("note", { text: "one" }), done),
      tools: [tool],
      cwd: await directory(),
      onAsk: (ask) => {
        asks.push(ask);
        return "yes";
      },
    }).run("Note.");
    expect(result).toMatchObject({ ok: true, denied: [], asks: [] });
    expect(noted).toEqual(["one"]);
    expect(asks).toMatchObject([
      {
        kind: "approval",
        session: result.session,
        call: "call_1_0",
        tool: "note",
        input: { text: "one" },
        effects: ["write"],
        preview: "+one",
        grant: "note(./book.txt)",
      },
    ]);
  });

  test.each<[string, Answer, readonly string[], string]>([
    ["no", "no", [], ""],
    ["no, and why", { decision: "no", text: "not today" }, [], ""],
    ["yes, with another input", { decision: "yes", input: { text: "two" } }, ["two"], "noted two"],
  ])("%s", async (_, answer, expected, read) => {
    const { tool, noted } = noting("note");
    const model = taking(calling("note", { text: "one" }), done);
    const run = agent({ model, tools: [tool], onAsk: async () => answer }).run("Note.");
    const events = await gathered(run);
    expect(await run).toMatchObject({ ok: true, text: "Done." });
    expect(noted).toEqual(expected);
    expect(outcomeText(events)).toBe(read);
  });

  test("yes for the session is asked for once", async () => {
    const { tool, noted } = noting("note");
    let asked = 0;
    const model = taking(calling("note", { text: "one" }), calling("note", { text: "two" }), done);
    const onAsk = (): Answer => {
      asked += 1;
      return { decision: "yes", scope: "session" };
    };
    await agent({ model, tools: [tool], onAsk }).run("Note.");
    expect({ asked, noted }).toEqual({ asked: 1, noted: ["one", "two"] });
  });

  test("several calls are asked about one after the other", async () => {
    const { tool, noted } = noting("note", { parallel: true });
    const calls = ["one", "two", "three"].map((text) => ({ name: "note", input: { text } }));
    const order: unknown[] = [];
    const onAsk = async ({ input }: Ask): Promise<Answer> => {
      order.push(input);
      return order.length === 2 ? "no" : "yes";
    };
    await agent({ model: taking({ calls }, done), tools: [tool], onAsk }).run("Note.");
    expect(order).toEqual(calls.map(({ input }) => input));
    expect(noted).toEqual(["one", "three"]);
  });

  test("answers a tool's own question with any text", async () => {
    const asking = tool({
      name: "paint",
      description: "Paints.",
      effects: [],
      run: async (_, { host }) => `painted ${await host.ask({ question: "Which colour?", options: ["red", "no"] })}`,
    });
    const asks: Ask[] = [];
    const onAsk = (ask: Ask): Answer => {
      asks.push(ask);
      return "no";
    };
    const run = agent({ model: taking(calling("paint", {}), done), tools: [asking], onAsk }).run("Paint.");
    const events = await gathered(run);
    expect(asks).toMatchObject([{ kind: "question", question: "Which colour?", options: ["red", "no"] }]);
    expect(outcomeText(events)).toBe("painted no");
  });

  test("what it throws, the run throws, and the call still waits", async () => {
    const { tool, noted } = noting("note");
    const store = await directory();
    const model = taking(calling("note", { text: "one" }), done);
    const broken = agent({ model, tools: [tool], store, onAsk: () => Promise.reject(new Error("nobody at home")) });
    const run = broken.run("Note.");
    const [opened] = await gathered(run).catch(() => [undefined]);
    expect(opened).toBeUndefined();
    await expect(run).rejects.toThrow("nobody at home");
    expect(noted).toEqual([]);
  });

  test.each([
    ["maybe", '"maybe"'],
    [{ decision: "maybe" }, '{"decision":"maybe"}'],
    [undefined, "nothing"],
    [null, "null"],
  ])("%j is no answer", async (answer, got) => {
    const { tool, noted } = noting("note");
    const model = taking(calling("note", { text: "one" }), done);
    await expect(agent({ model, tools: [tool], onAsk: () => answer as Answer }).run("Note.")).rejects.toThrow(
      `the answer to whether note may run must be "yes" or "no", got ${got}`,
    );
    expect(noted).toEqual([]);
  });

  test("a run that waits for it can be cancelled", async () => {
    const { tool, noted } = noting("note");
    const model = taking(calling("note", { text: "one" }), done);
    const stop = new AbortController();
    const onAsk = (): Promise<Answer> => {
      setTimeout(() => stop.abort(), 10);
      return new Promise(() => {});
    };
    const result = await agent({ model, tools: [tool], onAsk }).run("Note.", { signal: stop.signal });
    expect(result).toMatchObject({ ok: false, state: "cancelled" });
    expect(noted).toEqual([]);
  });
});

test("without onAsk, what would be asked is denied, and the result says what", async () => {
  const { tool, noted } = noting("note");
  const result = await agent({ model: taking(calling("note", { text: "one" }), done), tools: [tool] }).run("Note.");
  expect(result).toMatchObject({ ok: true, denied: [{ tool: "note", call: "call_1_0", rule: "headless" }] });
  expect(noted).toEqual([]);
});

describe("paused", () => {
  test("a run waits, and goes on with the answer in another agent", async () => {
    const store = await directory();
    const { tool, noted } = noting("note");
    const options = { model: taking(calling("note", { text: "one" }), done), tools: [tool], store };
    const waiting = await agent({ ...options, onAsk: "pause" }).run("Note.");
    expect(waiting).toMatchObject({
      ok: false,
      state: "waiting_for_input",
      error: { why: "asked", message: "note waits for an answer" },
      asks: [{ kind: "approval", tool: "note", session: waiting.session }],
    });
    const [ask] = waiting.asks;
    if (ask === undefined) throw new Error("nothing was asked");
    expect(noted).toEqual([]);
    const later = await agent(options).answer({ session: ask.session, call: ask.call }, "yes");
    expect(later).toMatchObject({ ok: true, session: waiting.session, text: "Done." });
    expect(noted).toEqual(["one"]);
    await expect(agent(options).answer(ask, "yes")).rejects.toThrow("does not wait for an answer");
  });

  test("another message waits behind the question; an agent that can ask finishes both", async () => {
    const { tool, noted } = noting("note");
    const store = await directory();
    const options = { model: taking(calling("note", { text: "one" }), done, { text: "Good." }), tools: [tool], store };
    const { session } = await agent({ ...options, onAsk: "pause" }).run("Note.");
    expect(await agent(options).run("And be good.", { session })).toMatchObject({ state: "waiting_for_input" });
    expect(await agent({ ...options, onAsk: () => "yes" }).resume(session)).toMatchObject({ ok: true, text: "Good." });
    expect(noted).toEqual(["one"]);
  });
});
