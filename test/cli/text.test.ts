/** A run as text, frame for frame. */
import { describe, expect, test } from "vitest";
import type { Delta } from "../../src/contract/delta.ts";
import { type Event, type NewEvent } from "../../src/contract/event.ts";
import { presentText } from "../../src/transports/cli/present-text.ts";
import type { Manner } from "../../src/transports/cli/presenter.ts";
import { resultOf } from "../../src/transports/cli/result.ts";
import { nothingSeen, see } from "../../src/transports/cli/seen.ts";
import type { Surroundings } from "../../src/transports/cli/surroundings.ts";
import {
  allowed,
  asked,
  begun,
  denied,
  ended,
  failed,
  finished,
  openedSession,
  placed,
  replied,
  running,
  tripped,
  urged,
} from "../log/story.ts";
import { remembering } from "./workshop.ts";

/** What both outputs of one screen show, standard output between angle brackets. */
const screen = (given: {
  events: readonly (NewEvent | string)[];
  manner?: Partial<Manner>;
  terminal?: boolean;
  env?: Record<string, string>;
}): string => {
  const { events, manner = {}, terminal = true, env = { NO_COLOR: "1" } } = given;
  const written: string[] = [];
  const stdout = { ...remembering(terminal), write: (text: string) => void written.push(`<${text}>`) };
  const stderr = { ...remembering(terminal), write: (text: string) => void written.push(text) };
  const surroundings = { stdout, stderr, env, now: () => 0 } as unknown as Surroundings;
  const presenter = presentText(surroundings, {
    format: "text",
    verbose: false,
    quiet: false,
    details: false,
    echo: false,
    ...manner,
  });
  const seen = nothingSeen();
  presenter.begin({ session: "s", place: "/state", saved: true, chosen: "model test/turns" });
  const all: Event[] = placed(...events.filter((event) => typeof event !== "string"));
  for (const event of events) {
    if (typeof event === "string") {
      presenter.deltas([{ session: "s", seq: 0, kind: "text", offset: 0, text: event } satisfies Delta]);
      continue;
    }
    const next = all.shift() as Event;
    see(seen, next);
    presenter.event(next, seen);
  }
  presenter.end(resultOf(seen, { session: "s", durationMs: 1234, signal: undefined, error: undefined }));
  return written.join("").replaceAll("><", "");
};

const usage = { input: 2000, output: 100, cacheRead: 1500, cacheWrite: 0 };
const story = [
  openedSession,
  ...running(),
  asked(),
  "I ",
  "look.",
  replied("I look.", ["a", "b"], { usage, costUsd: 0.01 }),
  allowed("a"),
  denied("b"),
  begun("a"),
  finished("a"),
  asked(),
  "All ",
  "is well.\n",
  replied("All is well.\n", [], { usage, costUsd: 0.01 }),
  ended(),
];

describe("on a terminal", () => {
  test("the reply streams, calls stand between, the figures come last", () => {
    expect(screen({ events: story })).toMatchInlineSnapshot(`
      "  model test/turns

      <I look.
      >
        ⊘ look b
            b is not for you
        ✓ look a  10 ms

      <All is well.
      >
      ✓ completed, but 1 call denied · 2 steps · 2 calls · 4.0k tokens in (75 % cached), 200 out · $0.020 · 1.2 s
      not cached: provider did not find it (step ?, 500 tokens)
      session s in /state
      "
    `);
  });

  test("a failure, a retry and a guard are seen; what was cut off is not said twice", () => {
    const events = [
      ...running(),
      asked(),
      "I wa",
      failed(),
      asked(2),
      "I was ",
      replied("I was "),
      tripped("continuation", "1 of 2"),
      urged("continue"),
      asked(),
      "here.",
      replied("here."),
      ended(),
    ];
    expect(screen({ events })).toMatchInlineSnapshot(`
      "  model test/turns

      <I wa
      >
        ! model failed (server): model server; trying again in 0.0 s

      <I was 
      >
        ! reply cut off: 1 of 2
        continue: <continue>

      <here.
      >
      ✓ completed · 2 steps · 0 calls · 0 tokens in, 0 out · price unknown · 1.2 s
      session s in /state
      "
    `);
  });

  test("verbose shows outputs", () => {
    expect(screen({ events: story, manner: { verbose: true } })).toMatchInlineSnapshot(`
      "  model test/turns
        · opened in /work
        · run with test/turns
        · tools: 

      <I look.
      >
        ⊘ look b
            b is not for you
        ✓ look a  10 ms
            did a

      <All is well.
      >
      ✓ completed, but 1 call denied · 2 steps · 2 calls · 4.0k tokens in (75 % cached), 200 out · $0.020 · 1.2 s
      not cached: provider did not find it (step ?, 500 tokens)
      session s in /state
      "
    `);
  });

  test("in colours where they are wanted", () => {
    expect(screen({ events: story, env: {} })).toContain("\u001b[32m✓\u001b[39m \u001b[1mlook\u001b[22m");
    expect(screen({ events: story, env: { TERM: "dumb" } })).not.toContain("\u001b");
  });
});

describe("elsewhere", () => {
  test("only the answer goes to standard output", () => {
    expect(screen({ events: story, terminal: false })).toMatchInlineSnapshot(`
      "  model test/turns

      I look.

        ⊘ look b
            b is not for you
        ✓ look a  10 ms
      <All is well.
      >
      ✓ completed, but 1 call denied · 2 steps · 2 calls · 4.0k tokens in (75 % cached), 200 out · $0.020 · 1.2 s
      not cached: provider did not find it (step ?, 500 tokens)
      session s in /state
      "
    `);
  });

  test("a continued answer is one answer", () => {
    const events = [...running(), asked(), replied("I was "), urged("continue"), asked(), replied("here."), ended()];
    expect(screen({ events, terminal: false })).toContain("<I was here.\n>");
  });

  test("a run without an answer has none", () => {
    const events = [...running(), asked(), replied("", ["a"]), denied("a"), ended("max_steps")];
    expect(screen({ events, terminal: false })).not.toContain("<");
  });
});
