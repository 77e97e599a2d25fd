/** The status line: what it knows from a session, and what of it is shown on which screen. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, test } from "vitest";
import type { NewEvent } from "../../../src/contract/event.ts";
import { foldOf } from "../../../src/contract/fold.ts";
import { plan } from "../../../src/folds/plan.ts";
import { status } from "../../../src/folds/status/status.ts";
import { transcript } from "../../../src/folds/transcript.ts";
import { usage } from "../../../src/folds/usage.ts";
import type { Board } from "../../../src/transports/tui/session/board.ts";
import { type Facts, factsOf } from "../../../src/transports/tui/draw/facts.ts";
import { drawStatus } from "../../../src/transports/tui/draw/status-line.ts";
import { live } from "../../../src/transports/tui/session/live.ts";
import { limited } from "../../agent/run-settings.ts";
import { allowed, asked, begun, mode, openedSession, placed, replied, running } from "../../log/story.ts";
import { drawing } from "./surroundings.ts";

const facts: Facts = {
  state: "running",
  model: "acme/one-large",
  mode: "default",
  sandbox: "bubblewrap",
  tokens: 12_300,
  window: 200_000,
  cachedShare: 0.843,
  costUsd: 0.42,
  budget: { name: "cost", share: 0.42 },
  runMs: 65_432,
};

const shown = (columns: number, more: Partial<Facts> = {}): string =>
  drawStatus({ ...facts, ...more }, drawing({ columns }));

test("what matters least is left out first", () => {
  expect([300, 100, 80, 60, 40, 20].map((columns) => shown(columns))).toEqual([
    "default · one-large · 6% full · $0.42 · 1 min 5 s · 12.3k tokens · 84% cached · bubblewrap · 42% of the budget · by acme",
    "default · one-large · 6% full · $0.42 · 1 min 5 s · 12.3k tokens · 84% cached · bubblewrap",
    "default · one-large · 6% full · $0.42 · 1 min 5 s · 12.3k tokens · 84% cached",
    "default · one-large · 6% full · $0.42 · 1 min 5 s",
    "default · one-large · 6% full · $0.42",
    "default · one-large",
  ]);
});

test("limits that nobody set are told from the half on", () => {
  const told = (name: "steps" | "cost", share: number): boolean =>
    drawStatus({ ...facts, budget: { name, share } }, drawing({ columns: 300 })).includes("% of the");
  expect([told("steps", 0.49), told("steps", 0.5), told("cost", 0.01)]).toEqual([false, true, true]);
});

test("a budget that is nearly used up goes before the model, and is loud", () => {
  const near = { budget: { name: "cost", share: 0.97 } } as const;
  expect(shown(40, near)).toBe("default · 97% of the budget · one-large");
  const paint = (role: string, text: string): string =>
    role === "error" || role === "warning" ? `<${role}>${text}` : text;
  const line = (share: number): string =>
    drawStatus({ ...facts, budget: { name: "cost", share } }, drawing({ columns: 50, paint }));
  expect([line(0.97), line(0.81)]).toEqual([
    "default · <error>97% of the budget · one-large · 6% full",
    "default · <warning>81% of the budget · one-large · 6% full",
  ]);
});

test("it fits every width", () => {
  for (let columns = 20; columns <= 300; columns += 1)
    expect(visibleWidth(shown(columns, { model: "漢字/漢字モデル", mode: "bypass" }))).toBeLessThanOrEqual(columns);
});

const boardOf = (...events: readonly NewEvent[]): Board => {
  const log = placed(...events);
  return {
    transcript: foldOf(transcript, log),
    status: foldOf(status, log),
    usage: foldOf(usage, log),
    plan: foldOf(plan, log),
    live: live(),
    sandbox: "none",
  };
};

test("an unknown price is said, and nothing is invented before the first run", () => {
  const first = factsOf(boardOf(), { model: "acme/one", now: 0 });
  expect(first).toEqual({
    state: "idle",
    model: "acme/one",
    mode: "default",
    sandbox: undefined,
    tokens: 0,
    window: undefined,
    cachedShare: undefined,
    costUsd: 0,
    budget: undefined,
    runMs: undefined,
  });
  expect(drawStatus(first, drawing())).toBe("default · one · $0.00 · by acme");
  expect(drawStatus({ ...first, costUsd: undefined }, drawing())).toBe("default · one · price unknown · by acme");
});

test("the facts of a run are those of its log", () => {
  const limits = limited({ steps: 4, costUsd: 1 }, { window: 10_000 });
  const more = { usage: { input: 3_900, output: 100, cacheRead: 1_950, cacheWrite: 0 }, costUsd: 0.9 };
  const board = boardOf(
    openedSession,
    mode("plan"),
    ...running(limits),
    asked(),
    replied("so far", ["a"], more),
    allowed("a"),
    begun("a"),
  );
  expect(factsOf(board, { model: "other/model", sandbox: "landlock", now: 5_002 })).toEqual({
    state: "waiting_for_tool",
    model: "test/turns",
    mode: "plan",
    sandbox: "landlock",
    tokens: 4_000,
    window: 10_000,
    cachedShare: 0.5,
    costUsd: 0.9,
    budget: { name: "cost", share: 0.9 },
    runMs: 4_999,
  });
});
