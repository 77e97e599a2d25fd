/** Whatever a model, a tool or a person says: no line is too wide, and nothing in it is obeyed. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { boolean, tuple } from "fast-check";
import { expect, test } from "vitest";
import { attachedPart } from "../../../src/transports/tui/attached.ts";
import { drawAgents } from "../../../src/transports/tui/draw/agents.ts";
import { drawAsk } from "../../../src/transports/tui/draw/ask.ts";
import { drawDiff } from "../../../src/transports/tui/draw/diff.ts";
import { wholeCall } from "../../../src/transports/tui/draw/call-whole.ts";
import { drawItem } from "../../../src/transports/tui/draw/draw-item.ts";
import { drawHeader } from "../../../src/transports/tui/draw/header.ts";
import { drawPlan } from "../../../src/transports/tui/draw/plan.ts";
import { drawQueue } from "../../../src/transports/tui/draw/queue.ts";
import { drawStatus } from "../../../src/transports/tui/draw/status-line.ts";
import { drawLiveThinking } from "../../../src/transports/tui/draw/thinking.ts";
import type { CallItem, TranscriptItem } from "../../../src/folds/transcript-item.ts";
import type { Drawing, Lines } from "../../../src/transports/tui/drawing.ts";
import { child } from "./sample.ts";
import { holds } from "../../log/holds.ts";
import { attacks, colorful, columns, drawing, hostile, obeyed, odd } from "./surroundings.ts";

const spot = { seq: 1, at: 0 };

const callStates: readonly CallItem["state"][] = ["proposed", "asked", "allowed", "running", "ok", "failed", "denied"];

/** Every kind of item in every state, with the text in every field. */
const itemsOf = (text: string): readonly TranscriptItem[] => {
  const call = {
    kind: "call",
    ...spot,
    call: text,
    name: text,
    subject: text,
    input: { path: text, [text]: text, nested: [{ [text]: text }], lines: `a\n${text}\nb` },
    effects: ["write", "execute"],
    rule: text,
    ask: { kind: "approval", rule: text, question: text, options: [text], preview: text, grant: text },
    output: text,
    conclusion: text,
    chars: 100_000,
    diff: diffOf(text),
    files: [text],
    durationMs: 1_000,
  } as const;
  return [
    ...(["user", "verify", "agent"] as const).map(
      (origin) => ({ kind: "message", ...spot, origin, state: "queued", text, images: 2 }) as const,
    ),
    { kind: "message", ...spot, origin: "user", state: "said", text: withFile(text), images: 0 },
    ...(["text", "reasoning"] as const).map((kind) => ({ kind, ...spot, model: text, text, partial: true })),
    ...callStates.map((state) => ({ ...call, state })),
    { ...call, name: "update_plan", state: "ok", input: { steps: [{ step: text, status: "in_progress" }] } },
    { ...call, state: "denied", category: "blocked" },
    { ...call, state: "denied", answer: { decision: "no", scope: "once", text } },
    { ...call, state: "failed", category: "timeout", input: text, diff: text },
    ...(["detail", "note", "warn"] as const).map(
      (level) => ({ kind: "notice", ...spot, about: "policy.loaded", level, text, summary: text }) as const,
    ),
    ...(["completed", "error", "max_steps"] as const).map(
      (state) => ({ kind: "end", ...spot, state, why: text, message: text, durationMs: 1 }) as const,
    ),
  ];
};

const withFile = (text: string): string => text + attachedPart({ kind: "file", path: text, text }).text;

const diffOf = (text: string): string => {
  const line = text.replaceAll("\n", " ");
  return `--- a/${line}\n+++ b/${line}\n@@ -1,2 +1,2 @@ ${line}\n ${line}\n-${line}a b c\n+${line}a x c\n--- a/two\n+++ b/two\n@@ -1 +1 @@\n-${line}\n+b\n${text}`;
};

const asksOf = (text: string): readonly CallItem[] => {
  const ask = { rule: text, question: text, options: [text, text], preview: text, grant: text } as const;
  const item = { kind: "call", ...spot, call: text, name: text, state: "asked", subject: text } as const;
  return [
    { ...item, input: { command: text }, ask: { ...ask, kind: "approval" } },
    { ...item, input: { path: text }, ask: { ...ask, kind: "approval", preview: diffOf(text) } },
    { ...item, ask: { ...ask, kind: "approval" } },
    { ...item, ask: { ...ask, kind: "question" } },
  ];
};

const everything = (text: string, shown: Drawing): Lines => [
  ...itemsOf(text).flatMap((item) => drawItem(item, shown, { output: text, rest: text })),
  ...itemsOf(text).flatMap((item) => (item.kind === "call" ? wholeCall(item).flatMap((piece) => piece(shown)) : [])),
  ...asksOf(text).flatMap((item) => drawAsk(item, shown, [{ key: text, does: "always" }])),
  ...drawDiff(text, shown, { most: 5 }),
  ...drawDiff(diffOf(text), shown, { most: 5 }),
  ...drawPlan({ steps: [{ step: text, status: "in_progress" }], explanation: text }, shown),
  ...drawAgents(
    [
      { child: child({ agent: text, title: text }), beganAt: 0, doing: text },
      { child: child({ title: "", task: text }) },
    ],
    shown,
  ),
  ...drawQueue([{ seq: 1, steer: true, text }], shown),
  ...drawLiveThinking(text, 1_000, shown),
  drawHeader({ title: text, session: text, cwd: text, version: text }, shown),
  drawStatus(
    {
      state: "running",
      model: `${text}/${text}`,
      mode: "bypass",
      sandbox: text,
      tokens: 10,
      window: 5,
      cachedShare: 0.5,
      costUsd: 1,
      budget: { name: "session cost", share: 2 },
      runMs: 1e9,
    },
    shown,
  ),
];

/** Lines that are too wide, or have something in them that is obeyed. */
const faults = (text: string, manner: Partial<Drawing>): readonly string[] => {
  const shown = colorful(manner);
  return everything(text, shown).filter((one) => visibleWidth(one) > shown.columns || obeyed(one) !== undefined);
};

test.each([...attacks, ...odd])("%j is harmless in every field of everything", (text) => {
  const manners = [{ columns: 20, open: true }, { columns: 70 }, { columns: 70, open: true, plain: true }];
  const long = `${"words and ".repeat(20)}${text} ${text.repeat(8)}`;
  expect(manners.flatMap((manner) => [...faults(text, manner), ...faults(long, manner)])).toEqual([]);
});

test("no line is too wide, and none is obeyed, whatever is said", { timeout: 60_000 }, () =>
  holds(
    tuple(hostile, columns, boolean(), boolean()),
    ([text, wide, open, plain]) => {
      expect(faults(text, { columns: wide, open, plain })).toEqual([]);
    },
    100,
  ),
);

test("a dumb terminal gets no sequence at all", () => {
  for (const attack of attacks) for (const line of everything(attack, drawing())) expect(line).not.toContain("\u001B");
});
