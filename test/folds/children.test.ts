/** What the status makes of sub-agents: their reserves, their questions, and whose report is not read yet. */
import { expect, test } from "vitest";
import type { NewEvent } from "../../src/contract/event.ts";
import { foldOf } from "../../src/contract/fold.ts";
import { messages } from "../../src/folds/messages.ts";
import { undelivered } from "../../src/folds/status/children.ts";
import { spending } from "../../src/folds/status/spending.ts";
import { stateOf, status, type Status } from "../../src/folds/status/status.ts";
import {
  allowed,
  answered,
  asked,
  begun,
  callAsked,
  placed,
  replied,
  reported,
  running,
  spawned,
} from "../log/story.ts";

const after = (...history: readonly NewEvent[]): Status => foldOf(status, placed(...history));
const called = (...calls: string[]): NewEvent[] => [...running(), asked(), replied("", calls)];

test("what a sub-agent may spend counts as spent, then what it has spent", () => {
  const begun = after(...running(), spawned("c"), spawned("d"));
  expect(spending(begun)).toEqual({ runUsd: 0.5, sessionUsd: 0.5, tokens: 200 });
  const one = foldOf(status, placed(...running(), spawned("c"), spawned("d"), reported("d")));
  expect(spending(one)).toEqual({ runUsd: 0.375, sessionUsd: 0.375, tokens: 140 });
});

test("a no to what a sub-agent asks is the sub-agent's matter, and the call goes on", () => {
  const child = { session: "c", call: "x" };
  const question = { ...callAsked("a"), data: { ...callAsked("a").data, child } } as NewEvent;
  const history = [...called("a"), allowed("a"), begun("a"), spawned("c"), question];
  expect(stateOf(after(...history))).toBe("waiting_for_input");
  expect(after(...history, answered("a", "no", { child, text: "not that" }))).toMatchObject({
    calls: [{ id: "a", state: "allowed", answers: [] }],
    children: [{ id: "c", ask: { call: "a", of: "x", answer: { decision: "no", text: "not that" } } }],
  });
});

test("a report of one in the background is a message, once", () => {
  const history = [...running(), spawned("c", { background: true }), reported("c", { taint: ["example.org"] })];
  const events = placed(...history);
  const { seq = -1 } = events.at(-1) ?? {};
  expect(undelivered(foldOf(status, events))).toMatchObject([{ child: "c", seq, text: "seven" }]);
  const told = placed(...history, { type: "user.said", data: { origin: "agent", delivers: seq } });
  expect(undelivered(foldOf(status, told))).toEqual([]);
  expect(JSON.stringify(foldOf(messages, told).messages.at(-1))).toContain(
    String.raw`<report agent=\"coder c\">\n<untrusted source=\"example.org\">\nseven\n</untrusted>\n</report>`,
  );
});
