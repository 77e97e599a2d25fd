/** What comes of a call: every way in which it can go wrong is a result that the model reads, and the run goes on. */
import { describe, expect, test } from "vitest";
import { failure, type Tool } from "../../src/contract/tool.ts";
import { CallBlocked } from "../../src/contract/world.ts";
import { messages } from "../../src/folds/messages.ts";
import { assembled } from "./assembled.ts";
import { call, playing, type Turn } from "./playing.ts";
import { counting, doing } from "./tools.ts";
import { answer, eventsOf, heard, say, standing, tell, type Work, workshop } from "./workshop.ts";

const worked = async (calls: NonNullable<Turn["calls"]>, tools: readonly Tool[]): Promise<Work> => {
  const provider = playing([{ calls }, { text: "Done." }]);
  const work = await workshop({ provider, tools, mode: "accept-edits" });
  await say(work.session, "do it");
  return work;
};

const resultOf = async (calls: NonNullable<Turn["calls"]>, ...tools: readonly Tool[]): Promise<unknown> => {
  const work = await worked(calls, tools);
  expect(await standing(work)).toEqual({ state: "completed", open: 0, chain: true });
  return results(work);
};

const results = async ({ session }: Work): Promise<unknown> => {
  const { messages: read } = await session.read(messages);
  const last = read.findLast(({ role }) => role === "tool");
  return last?.role === "tool" && last.results.map(({ parts: [part] }) => (part?.type === "text" ? part.text : part));
};

const schema = '{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}';

describe("a call that cannot be run", () => {
  const look = counting("look", ["read"]);
  const peek = doing("peek", () => failure("never run"), {
    effects: ["read"],
    targets: ({ text }) => [{ kind: "path", path: text, access: "read" }],
  });

  test("because there is no such tool", async () => {
    expect(await resultOf([call("find", "a")], look, counting("act", ["write"]))).toEqual([
      'Error [unknown_tool]: there is no tool "find"; the tools are look, act',
    ]);
  });

  test("because its arguments are no JSON", async () => {
    expect(await resultOf([{ name: "look", json: '{"text": "a' }], look)).toEqual([
      `Error [invalid_arguments]: the arguments are not JSON: {"text": "a; look takes ${schema}`,
    ]);
  });

  test("because its arguments do not fit", async () => {
    expect(
      await resultOf(
        [
          { name: "look", input: { text: 1 } },
          { name: "look", input: null },
        ],
        look,
      ),
    ).toEqual([
      `Error [invalid_arguments]: text: Invalid input: expected string, received number; look takes ${schema}`,
      `Error [invalid_arguments]: text: Invalid input: expected string, received undefined; look takes ${schema}`,
    ]);
  });

  test("because it is about something outside", async () => {
    expect(await resultOf([call("peek", "/etc/passwd")], peek)).toEqual([
      "Error [blocked]: /etc/passwd is outside the workspace",
    ]);
  });

  test("because it names a path that cannot be one", async () => {
    expect(await resultOf([call("peek", "a\u0000b")], peek)).toEqual([
      "Error [blocked]: a\u0000b is outside the workspace",
    ]);
  });
});

describe("a call of a tool that was offered, but is not here any more", () => {
  const gone = ["Error [no_handler]: look was offered, but this process cannot run it"];
  const provider = playing([{ calls: [call("look", "a")] }, { text: "Done." }]);
  const tools = [counting("look", ["read"])];

  test("when it is made", async () => {
    const work = await workshop({ provider: playing([{ hangs: true }]), tools });
    const asked = heard(work.session, "model.asked");
    await tell(work.session, "do it");
    await asked;
    await work.session.close();
    const session = await assembled({ provider }, work.store).open(work.session.id);
    await session.rest();
    expect(await results({ ...work, session })).toEqual(gone);
  });

  test("when it is approved", async () => {
    const work = await workshop({ provider, tools, mode: "manual" });
    await say(work.session, "do it");
    await work.session.close();
    const session = await assembled({ provider }, work.store).open(work.session.id);
    await answer(session, "call_1_0", "yes");
    expect(await results({ ...work, session })).toEqual(gone);
  });
});

describe("a call that fails", () => {
  test("because the tool says so", async () => {
    const act = doing("act", () => ({
      ok: false,
      category: "exception",
      message: "2 tests failed",
      parts: [{ type: "text", text: "the output" }],
    }));
    expect(await resultOf([call("act", "a")], act)).toEqual(["Error [exception]: 2 tests failed\nthe output"]);
  });

  test("because the tool throws", async () => {
    const act = doing("act", () => {
      throw new TypeError("x is not a function");
    });
    expect(await resultOf([call("act", "a")], act)).toEqual(["Error [exception]: x is not a function"]);
  });

  test("because the tool throws what is no error", async () => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    const act = doing("act", () => Promise.reject("out of paper"));
    expect(await resultOf([call("act", "a")], act)).toEqual(["Error [exception]: out of paper"]);
  });

  test("because it goes further than it was allowed to", async () => {
    const act = doing("act", async (text, { world }) => {
      await world.exec({ argv: ["true"] });
      return failure(text);
    });
    const blocked = doing("other", () => {
      throw new CallBlocked("that is not for you");
    });
    expect(await resultOf([call("act", "a"), call("other", "b")], act, blocked)).toEqual([
      expect.stringMatching(/^Error \[blocked\]: /u),
      "Error [blocked]: that is not for you",
    ]);
  });

  test("because it leaves the workspace, unless in bypass", async () => {
    const peek = doing("peek", async (text, { world }) => {
      await world.files.stat(text);
      return failure("it could look");
    });
    expect(await resultOf([call("peek", "/etc")], peek)).toEqual([expect.stringMatching(/^Error \[blocked\]: /u)]);
    const work = await workshop({
      provider: playing([{ calls: [call("peek", "/etc")] }]),
      tools: [peek],
      mode: "bypass",
    });
    await say(work.session, "do it");
    expect(await results(work)).toEqual(["Error [exception]: it could look"]);
  });

  test("leaves the others alone", async () => {
    const look = counting("look", ["read"]);
    const throws = doing("throws", () => Promise.reject(new Error("broken")), { effects: ["read"], parallel: true });
    expect(await resultOf([call("look", "a"), call("throws", "b"), call("look", "c")], look, throws)).toEqual([
      "did a",
      "Error [exception]: broken",
      "did c",
    ]);
  });
});

test("what changed in files is told to people", async () => {
  const act = doing("act", () => ({
    ok: true,
    parts: [{ type: "text", text: "did it" }],
    diff: "+a",
    files: ["a.txt"],
  }));
  const work = await worked([call("act", "a")], [act]);
  expect((await eventsOf(work)).find(({ type }) => type === "call.finished")?.data).toMatchObject({
    diff: "+a",
    files: ["a.txt"],
    chars: 6,
  });
});

test("what a tool says as it runs is told at once, by its call", async () => {
  const act = doing("act", (_, { output }) => {
    output("one ");
    output("two");
    return failure("enough");
  });
  const provider = playing([{ calls: [call("act", "a")] }, { text: "Done." }]);
  const work = await workshop({ provider, tools: [act], mode: "accept-edits" });
  const told: unknown[] = [];
  work.session.deltas((deltas) => told.push(...deltas.filter(({ kind }) => kind === "output")));
  await say(work.session, "do it");
  const { seq } = (await eventsOf(work)).find(({ type }) => type === "call.started") ?? {};
  const common = { session: work.session.id, seq, kind: "output", call: "call_1_0" };
  expect(told).toEqual([
    { ...common, offset: 0, text: "one " },
    { ...common, offset: 4, text: "two" },
  ]);
});

test("two calls under one id end the run as a bug, and nothing stays open", async () => {
  const twice = { ...playing([]), stream: playing([{ calls: [call("look", "a")] }]).stream };
  const provider: typeof twice = {
    ...twice,
    async *stream(request, options) {
      for await (const parts of twice.stream(request, options)) {
        yield parts;
        if (parts[0]?.type === "call") yield [{ ...parts[0], id: "again" }];
      }
    },
  };
  const work = await workshop({ provider, tools: [counting("look", ["read"])] });
  await say(work.session, "do it");
  expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
});
