/** The mind, on its window: what is trimmed and compacted when, before and after which other rule. */
import type { NewEvent } from "../../src/contract/event.ts";
import type { Step } from "../../src/agent/next.ts";
import { asked, askedOnTheSide, cancelAsked, ended, failed, queued, replied, running, said } from "../log/story.ts";
import { ends, holdsTable, type Table, think } from "./next-table.ts";
import { limited, settings } from "./run-settings.ts";

const small = settings({ window: 10_000, trim: true, compaction: "auto" });
const off = settings({ window: 10_000 });

/** A reply after which the window holds so many tokens. */
const filled = (input: number): NewEvent[] => [
  asked(),
  replied("", ["a"], { usage: { input, output: 0, cacheRead: 0, cacheWrite: 0 } }),
];
const output = (call: string, tokens: number): NewEvent[] => [
  { type: "call.allowed", data: { call, name: "look", rule: "r", effects: ["read"], parallel: true } },
  { type: "call.started", data: { call, name: "look", effects: ["read"], input: {}, targets: [] } },
  {
    type: "call.finished",
    data: {
      call,
      name: "look",
      ok: true,
      mark: call,
      durationMs: 1,
      chars: tokens * 4,
      output: [{ type: "text", text: "x".repeat(tokens * 4) }],
    },
  },
];
const askedFor = (focus?: string): NewEvent => ({
  type: "compaction.asked",
  data: { by: "user", ...(focus && { focus }) },
});
const compacted = (after: number): NewEvent => ({
  type: "context.compacted",
  data: { by: "mechanical", from: 0, to: 2, summarised: true, through: 99, tokens: { before: 9_000, after } },
});
const stuck: NewEvent = { type: "guard.tripped", data: { guard: "compaction", detail: "nothing" } };

const compact = (why: "full" | "refused" | "asked"): Step => ({ do: "compact", why });
const tooLong = failed("context_overflow", false, 0);
const message = (how: string): string => `the conversation is too long for the model, ${how}: model context_overflow`;

const table: Table = {
  "the window is full": [
    // 7,500 usable, of which 85 % are 6,375.
    ["before it is", [...running(small), ...filled(6_000), ...output("a", 50)], think],
    ["when it is", [...running(small), ...filled(6_000), ...output("a", 390)], compact("full")],
    ["when it is, and compaction is off", [...running(off), ...filled(6_000), ...output("a", 390)], think],
    [
      "when it is, over a limit",
      [
        ...running(settings({ ...small, ...limited({ steps: 1 }), window: 10_000 })),
        ...filled(7_000),
        ...output("a", 9),
      ],
      ends("max_steps", "limit steps", "the run reached its limit of 1 steps"),
    ],
    [
      "after a cut that gained nothing, until a tenth has come",
      [...running(small), ...filled(7_000), ...output("a", 9), compacted(7_100)],
      think,
    ],
    [
      "and then",
      [...running(small), ...filled(7_000), ...output("a", 9), compacted(7_100), ...filled(7_900), ...output("a", 9)],
      compact("full"),
    ],
    ["when nothing could make way", [...running(small), ...filled(7_000), ...output("a", 9), stuck], think],
    [
      "an unknown window never is",
      [...running(settings({ compaction: "auto" })), ...filled(900_000), ...output("a", 9)],
      think,
    ],
  ],
  "outputs are old": [
    [
      "as soon as as much is gained as is kept",
      [...running(small), ...filled(100), ...output("a", 2_000), ...filled(2_200), ...output("a", 2_000)],
      { do: "trim", rule: "old", outputs: [7], tokens: 1_967 },
    ],
    ["not before a model has read them", [...running(small), ...filled(100), ...output("a", 4_000)], think],
    [
      "not when trimming is off",
      [
        ...running(settings({ ...small, trim: false })),
        ...filled(100),
        ...output("a", 2_000),
        ...filled(2_200),
        ...output("a", 2_000),
      ],
      think,
    ],
  ],
  "a request is refused as too long": [
    [
      "with something to trim",
      [
        ...running(small),
        ...filled(100),
        ...output("a", 2_000),
        ...filled(2_200),
        ...output("a", 2_000),
        asked(),
        tooLong,
      ],
      { do: "trim", rule: "refused", outputs: [7], tokens: 1_967 },
    ],
    [
      "with nothing to trim",
      [...running(small), ...filled(100), ...output("a", 9), asked(), tooLong],
      compact("refused"),
    ],
    [
      "after a cut it is asked again",
      [...running(small), ...filled(100), ...output("a", 9), asked(), tooLong, compacted(80)],
      think,
    ],
    [
      "when nothing can make way",
      [...running(small), asked(), tooLong, stuck],
      ends("error", "model context_overflow", message("also after messages made way")),
    ],
    [
      "when compaction is off",
      [...running(off), asked(), tooLong],
      ends("error", "model context_overflow", message("and compaction is off")),
    ],
    [
      "for the third time",
      [...running(small), asked(), tooLong, compacted(80), asked(2), tooLong, compacted(70), asked(3), tooLong],
      ends("error", "model context_overflow", message("also after messages made way")),
    ],
  ],
  "a summary is asked for": [
    ["in a run", [...running(small), ...filled(100), ...output("a", 9), askedFor("doors")], compact("asked")],
    ["in a run, while calls are open", [...running(small), ...filled(100), askedFor()], { do: "judge-calls" }],
    ["between runs", [...running(small), ended(), askedFor()], compact("asked")],
    [
      "between runs, with something said",
      [...running(small), ended(), askedFor(), said()],
      { do: "begin-run", origin: "user" },
    ],
    ["between runs, with something queued", [...running(small), queued(), ended(), askedFor()], compact("asked")],
    ["and done", [...running(small), ended(), askedFor(), compacted(80)], { do: "rest" }],
    ["and cancelled", [...running(small), ended(), askedFor(), cancelAsked], { do: "rest" }],
    ["and nothing could make way", [...running(small), ended(), askedFor(), stuck], { do: "rest" }],
  ],
  "what is asked on the side": [
    ["is lost in a run", [...running(small), askedOnTheSide], { do: "close-reply" }],
    ["is lost between runs", [...running(small), ended(), askedFor(), askedOnTheSide], { do: "close-reply" }],
    ["comes before a cancel", [...running(small), askedOnTheSide, cancelAsked], { do: "close-reply" }],
  ],
};

holdsTable(table);
