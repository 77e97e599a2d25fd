/** The mind, and sub-agents: a run ends after all that it began, waits for them, and counts what they may spend. */
import type { Step } from "../../src/agent/next.ts";
import type { NewEvent } from "../../src/contract/event.ts";
import {
  allowed,
  answered,
  asked,
  begun,
  callAsked,
  cancelAsked,
  finished,
  replied,
  reported,
  running,
  spawned,
  steered,
} from "../log/story.ts";
import { ends, holdsTable, type Table, think } from "./next-table.ts";
import { limited } from "./run-settings.ts";

const minds = (end: boolean): Step => ({ do: "mind-children", end });

/** A step that begins these in the background and is over. */
const beside = (...children: string[]): NewEvent[] => [
  asked(),
  replied("", ["a"]),
  allowed("a", []),
  begun("a", []),
  ...children.map((child) => spawned(child, { background: true })),
  finished("a"),
];
const within = (limits: Parameters<typeof limited>[0], ...children: string[]): NewEvent[] => [
  ...running(limited(limits)),
  ...beside(...children),
];
const apart = [...running(), ...beside("c")];
const done = [asked(), replied("done")];
const asks = (child: string): NewEvent => {
  const question = callAsked(`${child}:x`);
  return { ...question, data: { ...question.data, child: { session: child, call: "x" } } } as NewEvent;
};
const delivered = (seq: number): NewEvent => ({ type: "user.said", data: { origin: "agent", delivers: seq } });

const table: Table = {
  "with sub-agents in the background": [
    ["the model goes on", apart, think],
    ["a finished run waits for them", [...apart, ...done], minds(false)],
    ["for a person, when all of them do", [...apart, ...done, asks("c")], { do: "wait" }],
    ["not yet, when one works", [...running(), ...beside("c", "d"), ...done, asks("c")], minds(false)],
    [
      "and goes on with what was answered",
      [...apart, ...done, asks("c"), answered("c:x", "yes", { child: { session: "c", call: "x" } })],
      minds(false),
    ],
    ["takes in what was said first", [...apart, ...done, steered()], think],
    ["reads a report", [...apart, ...done, reported("c")], think],
    ["and ends when it is read", [...apart, reported("c"), delivered(9), ...done], ends("completed", "finished", "")],
    ["a cancel reaches them before the run ends", [...apart, cancelAsked], minds(true)],
  ],
  "with what they may spend": [
    ["what they have reserved is no limit that is near", within({ costUsd: 0.6 }, "c", "d"), think],
    ["what they leave comes back", within({ costUsd: 0.5 }, "c", "d"), minds(false)],
    ["tokens, too", within({ tokens: 200 }, "c", "d"), minds(false)],
    ["what is gone is gone, and they stop", within({ steps: 1 }, "c"), minds(true)],
    [
      "and the run ends after them",
      [...within({ steps: 1 }, "c"), reported("c")],
      ends("max_steps", "limit steps", "the run reached its limit of 1 steps"),
    ],
  ],
};

holdsTable(table);
