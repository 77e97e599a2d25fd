/** The messages that a model reads: every call answered in the next message, in call order, and nothing sent ever changed. */
import { nat, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { type Event, type NewEvent, splitData } from "../../src/contract/event.ts";
import { applyTo, foldOf } from "../../src/contract/fold.ts";
import type { Message } from "../../src/contract/message.ts";
import { cutMiddle } from "../../src/folds/cut-middle.ts";
import { type Messages, messages } from "../../src/folds/messages.ts";
import { settings } from "../agent/run-settings.ts";
import { histories } from "../log/histories.ts";
import { holds } from "../log/holds.ts";
import {
  allowed,
  answered,
  asked,
  began,
  begun,
  callAsked,
  context,
  delivered,
  denied,
  ended,
  failed,
  finished,
  offered,
  placed,
  queued,
  replied,
  running,
  said,
  steered,
  urged,
  withdrawn,
} from "../log/story.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const user = (...words: string[]): Message => ({ role: "user", parts: words.map(text) });
const assistant = (words: string, ...calls: string[]): Message => ({
  role: "assistant",
  model: "test/turns",
  parts: [
    ...(words === "" ? [] : [text(words)]),
    ...calls.map((id) => ({ type: "call", id, name: "look", input: { text: id } }) as const),
  ],
});
const results = (...given: (readonly [call: string, ok: boolean, words: string])[]): Message => ({
  role: "tool",
  results: given.map(([call, ok, words]) => ({ call, name: "look", ok, parts: [text(words)] })),
});

const callsIn = (message: Message): string[] =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [part.id] : [])) : [];
const resultsIn = (message: Message): string[] =>
  message.role === "tool" ? message.results.map(({ call }) => call) : [];

const after = (...history: readonly NewEvent[]): Messages => foldOf(messages, placed(...history));
const refused = (call: string, words?: string): NewEvent[] => [callAsked(call), answered(call, "no", { text: words })];
const messagesAfter = (...history: readonly NewEvent[]): readonly Message[] => after(...history).messages;

/** The results as they are shown of a call with this output. */
const shown = (output: string, resultChars: number): unknown => {
  const history = [...running(settings({ resultChars })), asked(), replied("", ["a"]), allowed("a"), begun("a")];
  return messagesAfter(...history, finished("a", output)).at(-1);
};

describe("calls and results", () => {
  test("are paired in call order, in whatever order they finish", () => {
    const step = [asked(), replied("three", ["a", "b", "c"]), allowed("a"), allowed("b"), allowed("c")];
    const history = [...running(), ...step, begun("a"), begun("b"), begun("c")];
    expect(messagesAfter(...history, finished("c"), finished("a"))).toEqual([
      user("do it"),
      assistant("three", "a", "b", "c"),
    ]);
    for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
      const outcomes = order.split("").map((call) => finished(call));
      expect(messagesAfter(...history, ...outcomes)).toEqual([
        user("do it"),
        assistant("three", "a", "b", "c"),
        results(["a", true, "did a"], ["b", true, "did b"], ["c", true, "did c"]),
      ]);
    }
  });

  test("a refusal is a result, a person's too", () => {
    const step = [asked(), replied("", ["a", "b", "c"]), denied("a"), ...refused("b"), ...refused("c", "not that one")];
    expect(messagesAfter(...running(), ...step).at(-1)).toEqual(
      results(
        ["a", false, "Error [blocked]: a is not for you"],
        ["b", false, "Error [denied]: the user said no"],
        ["c", false, "Error [denied]: the user said no: not that one"],
      ),
    );
  });

  test("a yes is none", () => {
    const history = [...running(), asked(), replied("", ["a"]), callAsked("a"), answered("a")];
    expect(messagesAfter(...history).at(-1)).toEqual(assistant("", "a"));
  });

  test("a reply that was cut off keeps its words and loses its calls", () => {
    const half = replied("I was about to", ["a"], { partial: true, calls: [] });
    expect(messagesAfter(...running(), asked(), half, ended("cancelled"), said("go on"))).toEqual([
      user("do it"),
      assistant("I was about to"),
      user("go on"),
    ]);
    const nothing = replied("", ["a"], { partial: true });
    expect(messagesAfter(...running(), asked(), nothing)).toEqual([user("do it")]);
  });

  test("a failed request leaves nothing", () => {
    expect(messagesAfter(...running(), asked(), failed(), asked(2), replied("done"))).toEqual([
      user("do it"),
      assistant("done"),
    ]);
  });
});

describe("what is said", () => {
  test("before a request is one message; what was sent is never added to", () => {
    expect(messagesAfter(said("do it"), context("be brief"), asked(), failed(), said("now"), urged("nudge"))).toEqual([
      user("do it", '<instructions source="AGENTS.md">\nbe brief\n</instructions>'),
      user("now", "<nudge>"),
    ]);
  });

  test("while a run was under way is read when it is delivered", () => {
    const history = [...running(), asked(), queued("later"), steered("now"), replied("", ["a"]), denied("a")];
    expect(messagesAfter(...history)).toHaveLength(3);
    const taken = [...history, delivered(5), asked(), replied("done"), ended(), delivered(4)];
    expect(messagesAfter(...taken).slice(3)).toEqual([user("now"), assistant("done"), user("later")]);
  });

  test("and withdrawn is never read", () => {
    const { messages: said, queued: kept } = after(...running(), queued("later"), withdrawn(3), ended());
    expect([said, kept]).toEqual([[user("do it")], {}]);
  });

  test("system layers make the system prompt, until a model was asked", () => {
    const layer = { layer: "system", position: "system", source: "base" } as const;
    const { system, messages: read } = after(
      ...running(),
      context("You are good.", layer),
      context("Be brief.", layer),
      asked(),
      replied("done"),
      ended(),
      said("again"),
      context("Be long.", layer),
    );
    expect(system).toEqual(["You are good.", "Be brief."]);
    expect(read.at(-1)).toEqual(user("again", '<system source="base">\nBe long.\n</system>'));
  });
});

describe("a long output", () => {
  test("is shown up to the run's limit, without its middle", () => {
    expect(shown("0123456789", 10)).toEqual(results(["a", true, "0123456789"]));
    expect(shown("0123456789x", 9)).toEqual(results(["a", true, "012345\n[… 2 characters left out …]\n89x"]));
  });

  test("is never cut into half a surrogate pair", () => {
    expect(cutMiddle("ab👋👋cd", 4)).toBe("ab\n[… 4 characters left out …]\ncd");
    expect(cutMiddle("👋👋👋", 3)).toBe("👋\n[… 3 characters left out …]\n\uFFFD");
    expect(cutMiddle("👋👋👋", 4)).toBe("👋\n[… 2 characters left out …]\n👋");
  });

  test("can be left out whole", () => {
    expect(cutMiddle("0123456789", 0)).toBe("\n[… 10 characters left out …]\n");
  });

  test("has exactly the characters it may have, and is never half a character", async () => {
    await holds(tuple(string({ unit: "binary", maxLength: 60 }), nat(70)), ([whole, chars]) => {
      const cut = cutMiddle(whole, chars);
      const [head, tail] = cut.split(`\n[… ${whole.length - chars} characters left out …]\n`);
      expect(cut.isWellFormed()).toBe(true);
      expect(tail === undefined ? head : head!.length + tail.length).toBe(whole.length > chars ? chars : whole);
    });
  });
});

test("erased bodies leave the structure", () => {
  const calls = [
    [denied("a"), allowed("b"), begun("b"), finished("b", "secret")],
    [callAsked("c"), answered("c", "no", { text: "secret" })],
  ].flat();
  const history = [
    [
      said("secret"),
      began(),
      context("secret"),
      offered,
      asked(),
      queued("secret"),
      replied("secret", ["a", "b", "c"]),
    ],
    [...calls, delivered(5), asked(), replied("secret", [], { partial: true })],
  ].flat();
  const { messages: read } = foldOf(messages, placed(...history).map(erased));
  expect(read).toEqual([
    user("[erased]", '<instructions source="AGENTS.md">\n[erased]\n</instructions>'),
    {
      role: "assistant",
      model: "test/turns",
      parts: [text("[erased]"), ...["a", "b", "c"].map((id) => ({ type: "call", id, name: "look", input: {} }))],
    },
    results(
      ["a", false, "Error [blocked]: [erased]"],
      ["b", true, "[erased]"],
      ["c", false, "Error [denied]: the user said no"],
    ),
    user("[erased]"),
    assistant("[erased]"),
  ]);
});

const erased = (event: Event): Event => ({ ...event, data: splitData(event.type, event.data).sealed }) as Event;

describe("every legal history", () => {
  test("has each call answered in the very next message, in call order", async () => {
    await holds(histories(), async (history) => {
      const { messages: read, results: open } = foldOf(messages, await history());
      const given = [...read.map(resultsIn), open.map(({ call }) => call)];
      expect(given.slice(0, read.length + 1)).toEqual([[], ...read.map(callsIn)]);
    });
  });

  test("only ever adds to what was sent", async () => {
    await holds(histories(), async (history) => {
      const state = messages.initial();
      let sent: string[] = [];
      for (const event of await history()) {
        applyTo(messages, state, event);
        if (event.type !== "model.asked") continue;
        const now = [...state.system, ...state.messages].map((block) => JSON.stringify(block));
        expect(now.slice(0, sent.length)).toEqual(sent);
        sent = now;
      }
    });
  });
});
