/** What a screen shows: every event has its place, whatever was erased, and each call one item with its outcome. */
import { describe, expect, test } from "vitest";
import { type Event, type NewEvent, splitData } from "../../src/contract/event.ts";
import { applyTo, foldOf } from "../../src/contract/fold.ts";
import { callOf, transcript } from "../../src/folds/transcript.ts";
import type { TranscriptItem } from "../../src/folds/transcript-item.ts";
import { histories } from "../log/histories.ts";
import { holds } from "../log/holds.ts";
import {
  allowed,
  answered,
  asked,
  begun,
  callAsked,
  delivered,
  denied,
  ended,
  finished,
  openedSession,
  placed,
  queued,
  replied,
  running,
  urged,
  withdrawn,
} from "../log/story.ts";

const itemsOf = (...events: NewEvent[]): TranscriptItem[] => foldOf(transcript, placed(...events)).items;

/** The items without notices, in short words. */
const told = (...events: NewEvent[]): string[] =>
  itemsOf(...events).flatMap((item) => {
    if (item.kind === "call") return [`${item.name} ${item.call}: ${item.state}`];
    if (item.kind === "end") return [`end: ${item.state}`];
    if (item.kind === "message") return [`${item.origin} ${item.state}: ${item.text}`];
    return item.kind === "notice" ? [] : [`${item.kind}: ${item.text}${item.partial ? " (cut)" : ""}`];
  });

describe("a run", () => {
  test("from the message to the end", () => {
    const events = [
      openedSession,
      ...running(),
      asked(),
      replied("looking", ["a"]),
      allowed("a"),
      begun("a"),
      finished("a"),
    ];
    expect(told(...events, asked(), replied("done"), ended())).toEqual([
      "user said: do it",
      "text: looking",
      "look a: ok",
      "text: done",
      "end: completed",
    ]);
  });

  test("takes as long as from its start to its end", () => {
    const end = itemsOf(...running(), asked(), replied("done"), ended()).at(-1);
    expect(end).toEqual({ kind: "end", seq: 5, at: 5, state: "completed", why: "finished", durationMs: 4 });
  });

  test("a message that waited stands where it was delivered, with its own words", () => {
    const events = [
      ...running(),
      queued("this too"),
      queued("never mind"),
      withdrawn(4),
      asked(),
      replied("done"),
      delivered(3),
    ];
    expect(told(...events)).toEqual([
      "user said: do it",
      "user delivered: this too",
      "user withdrawn: never mind",
      "text: done",
      "user said: this too",
    ]);
  });

  test("what had arrived before a failure is kept, as cut off", () => {
    const cut: NewEvent = {
      type: "model.failed",
      data: {
        category: "network",
        again: true,
        waitMs: 1500,
        durationMs: 1,
        message: "gone",
        parts: [{ type: "text", text: "I was" }],
      },
    };
    const items = itemsOf(...running(), asked(), cut);
    expect(items.slice(-2)).toMatchObject([
      { kind: "text", text: "I was", partial: true },
      { kind: "notice", level: "warn", text: "model failed (network): gone; trying again in 1.5 s" },
    ]);
  });

  test("guards speak in their own name", () => {
    expect(told(...running(), asked(), replied("half"), urged("continue"))).toEqual([
      "user said: do it",
      "text: half",
      "continue said: <continue>",
    ]);
  });
});

describe("a call", () => {
  const before = [...running(), asked(), replied("", ["a"])];
  const itemAfter = (...events: NewEvent[]) => callOf(foldOf(transcript, placed(...before, ...events)), "a");

  test.each([
    ["proposed", []],
    ["allowed", [allowed("a")]],
    ["asked", [callAsked("a")]],
    ["allowed", [callAsked("a"), answered("a")]],
    ["denied", [callAsked("a"), answered("a", "no")]],
    ["denied", [denied("a")]],
    ["running", [allowed("a"), begun("a")]],
    ["ok", [allowed("a"), begun("a"), finished("a")]],
  ])("is %s", (state, events) => {
    expect(itemAfter(...events)?.state).toBe(state);
  });

  test("holds all that is known of it", () => {
    const edited = answered("a", "yes", { scope: "session", input: { path: "b.txt" } });
    expect(itemAfter(callAsked("a"), edited, begun("a", ["write"]), finished("a"))).toMatchObject({
      name: "look",
      input: { text: "a" },
      effects: ["write"],
      ask: { kind: "approval", rule: "mode default" },
      answer: { decision: "yes", scope: "session" },
      output: "did a",
      chars: 5,
      durationMs: 10,
    });
  });

  test("an id that was used twice means the later call", () => {
    const events = placed(...before, finished("a"), asked(), replied("", ["a"]), denied("a"));
    const states = foldOf(transcript, events).items.flatMap((item) => (item.kind === "call" ? [item.state] : []));
    expect(states).toEqual(["ok", "denied"]);
  });

  test.each(["__proto__", "constructor", ""])("may be called %j", (id) => {
    expect(told(asked(), replied("", [id]), finished(id))).toEqual([`look ${id}: ok`]);
  });

  test("a long output is cut, and its length known", () => {
    expect(itemAfter(finished("a", "x".repeat(5_000)))).toMatchObject({
      output: `${"x".repeat(4_000)}…`,
      chars: 5_000,
    });
  });
});

describe("any history", () => {
  test("is shown without its bodies, too, with the same items", () =>
    holds(histories(), async (run) => {
      const events = await run();
      const whole = foldOf(transcript, events);
      const erased = foldOf(transcript, events.map(withoutBody));
      expect(callsIn(erased.items)).toEqual(callsIn(whole.items));
    }));

  test("comes to the same from a snapshot", () =>
    holds(histories(), async (run) => {
      const events = await run();
      const half = Math.floor(events.length / 2);
      const restored = JSON.parse(JSON.stringify(foldOf(transcript, events.slice(0, half)))) as ReturnType<
        typeof transcript.initial
      >;
      for (const event of events.slice(half)) applyTo(transcript, restored, event);
      expect(JSON.stringify(restored)).toBe(JSON.stringify(foldOf(transcript, events)));
    }));
});

const withoutBody = (event: Event): Event => ({ ...event, data: splitData(event.type, event.data).sealed }) as Event;

const callsIn = (items: readonly TranscriptItem[]): string[] =>
  items.flatMap((item) => (item.kind === "call" ? [`${item.call} ${item.state}`] : []));
