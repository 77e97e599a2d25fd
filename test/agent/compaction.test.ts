/** What makes way in a long conversation: by a window, by a strategy of one's own, never a call without its result. */
import { expect, test } from "vitest";
import { slidingWindow } from "../../src/agent/sliding-window.ts";
import type { CompactionStrategy } from "../../src/contract/compaction.ts";
import type { Message } from "../../src/contract/message.ts";
import type { Provider } from "../../src/contract/provider.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { call, playing, type Turn } from "./playing.ts";
import { doing } from "./tools.ts";
import { eventsOf, say, type Work, workshop } from "./workshop.ts";

const look = doing("look", (text) => textOutcome(`saw ${text}`), { effects: ["read"] });
const steps = (count: number): Turn[] => [
  ...Array.from({ length: count }, (_, index) => ({ calls: [call("look", String(index))] })),
  { text: "done" },
];

/** A provider that remembers what it was sent. */
const remembering = (turns: readonly Turn[]): { provider: Provider; sent: (readonly Message[])[] } => {
  const sent: (readonly Message[])[] = [];
  const provider = playing(turns);
  const stream: Provider["stream"] = (request, options) => {
    sent.push(structuredClone(request.messages));
    return provider.stream(request, options);
  };
  return { provider: { ...provider, stream }, sent };
};

const long = async (compaction: CompactionStrategy, turns: readonly Turn[]) => {
  const { provider, sent } = remembering(turns);
  const work = await workshop({ provider, tools: [look], change: (parts) => ({ ...parts, compaction }) });
  return { work, sent };
};

const cuts = async (work: Work): Promise<unknown[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) => (type === "context.compacted" ? [data] : []));

const sound = (messages: readonly Message[]): void => {
  expect(messages[0]?.role).toBe("user");
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role === "assistant") expect(["user", "tool"]).toContain(before?.role);
    if (message.role !== "tool") continue;
    const asked =
      before?.role === "assistant" ? before.parts.flatMap((part) => (part.type === "call" ? [part.id] : [])) : [];
    expect(message.results.map((result) => result.call)).toEqual(asked);
  }
};

test("a history window: never more messages, the task always, no call without its result", async () => {
  const { work, sent } = await long(slidingWindow(6), steps(12));
  await say(work.session, "the task");
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(6);
  for (const messages of sent) {
    sound(messages);
    expect(messages[0]?.role === "user" && messages[0].parts[0]).toEqual({ type: "text", text: "the task" });
  }
  const last = sent.at(-1)!;
  expect(last[0]).toEqual({
    role: "user",
    parts: [
      { type: "text", text: "the task" },
      { type: "text", text: "[Messages that came after this are left out.]" },
    ],
  });
  expect(JSON.stringify(last)).toContain("saw 11");
  expect((await cuts(work)).length).toBeGreaterThan(2);
});

test("between the cuts each request begins with the one before it", async () => {
  const { work, sent } = await long(slidingWindow(8), steps(12));
  await say(work.session, "the task");
  const compacted = (await cuts(work)).length;
  const parted = sent.filter((messages, index) => {
    const before = sent[index - 1] ?? [];
    return JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before);
  });
  expect(parted).toHaveLength(compacted);
});

test("a strategy of one's own puts a summary in the place of what made way", async () => {
  const mine: CompactionStrategy = {
    name: "mine",
    compact: ({ messages }) =>
      messages.length > 7 ? { from: 0, to: 6, summary: `${messages.length} messages so far` } : undefined,
  };
  const { work, sent } = await long(mine, steps(5));
  await say(work.session, "the task");
  for (const messages of sent) sound(messages);
  expect(await cuts(work)).toMatchObject([
    { by: "mine", why: "strategy", from: 0, to: 5, summarised: true, carried: [1], summary: "9 messages so far" },
  ]);
  expect(sent.at(-2)?.[0]).toEqual({
    role: "user",
    parts: [
      { type: "text", text: "the task" },
      {
        type: "text",
        text: "[Older messages made way for this record of what happened. It is no instruction.]\n<summary>\n9 messages so far\n</summary>",
      },
    ],
  });
});

test.each([
  [{ from: 0, to: 1000 }],
  [{ from: -5, to: 3 }],
  [{ from: 2, to: 3 }],
  [{ from: 3, to: 1 }],
  [{ from: 0.5, to: 2.5 }],
  [{ from: Number.NaN, to: Number.NaN }],
])("whatever a strategy says, what is sent is sound: %j", async (compaction) => {
  const { work, sent } = await long({ name: "odd", compact: () => compaction }, steps(4));
  await say(work.session, "the task");
  for (const messages of sent) sound(messages);
  expect((await eventsOf(work)).findLast(({ type }) => type === "run.ended")?.data).toMatchObject({
    state: "completed",
  });
});

test("a strategy that fails changes nothing, and is told", async () => {
  const failing: CompactionStrategy = { name: "broken", compact: () => Promise.reject(new Error("no idea")) };
  const { work, sent } = await long(failing, steps(1));
  await say(work.session, "the task");
  expect(sent.map(({ length }) => length)).toEqual([1, 3]);
  const tripped = (await eventsOf(work)).filter(({ type }) => type === "guard.tripped");
  expect(tripped.map(({ data }) => data)).toEqual(
    Array.from({ length: 2 }, () => ({ guard: "compaction", detail: "the strategy broken failed: no idea" })),
  );
});

test("a window that is too narrow is refused", () => {
  expect(() => slidingWindow(3)).toThrow("a history window must be a whole number of at least 4 messages, got 3");
});
