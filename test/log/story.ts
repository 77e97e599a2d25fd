/** Events in short words, so that a history in a test reads as what happened. */
import type { ModelFailure } from "../../src/contract/error.ts";
import type { Event, EventData, NewEvent } from "../../src/contract/event.ts";
import type { Effect, FinalState, Mode, RunSettings } from "../../src/contract/terms.ts";
import { settings } from "../agent/run-settings.ts";

/** Gives events their places, as the log does. */
export const placed = (...events: readonly NewEvent[]): Event[] => events.map(placedAt);

const placedAt = (event: NewEvent, seq: number): Event => ({ session: "s", seq, at: seq, ...event });

export const openedSession: NewEvent = {
  type: "session.opened",
  data: { schema: 1, cwd: "/work", user: "tester", kind: "main", trace: "0".repeat(32) },
};
export const named = (title: string): NewEvent => ({ type: "session.named", data: { by: "user", title } });
/** So many new titles. */
export const titles = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => named(`title ${index}`));
export const policy: NewEvent = { type: "policy.loaded", data: { roots: ["/work"], confined: [], unconfined: [] } };
export const mode = (to: Mode): NewEvent => ({ type: "mode.changed", data: { to, by: "user" } });

export const said = (text = "do it"): NewEvent => ({ type: "user.said", data: { origin: "user", parts: words(text) } });
export const urged = (origin: "continue" | "nudge" | "verify" | "repair"): NewEvent => ({
  type: "user.said",
  data: { origin, parts: words(`<${origin}>`) },
});
export const queued = (text = "this too"): NewEvent => ({
  type: "message.queued",
  data: { steer: false, parts: words(text) },
});
export const steered = (text = "rather so"): NewEvent => ({
  type: "message.queued",
  data: { steer: true, parts: words(text) },
});
export const delivered = (seq: number): NewEvent => ({ type: "user.said", data: { origin: "user", delivers: seq } });
export const withdrawn = (seq: number): NewEvent => ({ type: "message.withdrawn", data: { queued: seq } });

export const began = (changed: RunSettings = settings(), run = "run"): NewEvent => ({
  type: "run.started",
  run,
  data: { settings: changed, origin: "user" },
});
export const context = (text: string, more: Partial<EventData<"context.loaded">> = {}): NewEvent => ({
  type: "context.loaded",
  data: { layer: "instructions", source: "AGENTS.md", position: "turn", digest: text, text, ...more },
});
export const offered: NewEvent = { type: "tools.offered", data: { digest: "none", tools: [] } };
export const cancelAsked: NewEvent = { type: "cancel.asked", data: { by: "user" } };
export const ended = (state: FinalState = "completed"): NewEvent => ({
  type: "run.ended",
  data: { state, why: "finished" },
});

export const asked = (attempt = 1, reservedUsd?: number): NewEvent => ({
  type: "model.asked",
  data: { purpose: "answer", model: "test/turns", attempt, blocks: { kept: 0, added: [] }, reservedUsd },
});
export const askedOnTheSide: NewEvent = {
  type: "model.asked",
  data: { purpose: "compact", model: "test/turns", attempt: 1, blocks: { kept: 0, added: [] } },
};
/** A reply with a text and calls by their ids; every call is of the tool `look`. */
export const replied = (
  text: string,
  calls: readonly string[] = [],
  more: Partial<EventData<"model.replied">> = {},
): NewEvent => ({
  type: "model.replied",
  data: {
    model: "test/turns",
    stop: calls.length > 0 ? "calls" : "end",
    durationMs: 10,
    calls: calls.map((id) => ({ id, name: "look" })),
    parts: [
      ...(text === "" ? [] : words(text)),
      ...calls.map((id) => ({ type: "call", id, name: "look", input: { text: id } }) as const),
    ],
    ...more,
  },
});
export const failed = (category: ModelFailure = "server", again = true, waitMs = 5): NewEvent => ({
  type: "model.failed",
  data: { category, again, waitMs, durationMs: 10, message: `model ${category}` },
});
/** A reply that was lost in a crash, and is taken to have cost so much. */
export const lost = (estimatedUsd: number): NewEvent => ({
  type: "model.failed",
  data: { category: "interrupted", again: true, waitMs: 0, durationMs: 0, estimatedUsd, message: "stopped" },
});

export const switched = (to: string): NewEvent => ({
  type: "model.switched",
  data: { from: "test/turns", to, why: "server" },
});
export const checked = (ok: boolean): NewEvent => ({
  type: "output.checked",
  data: ok ? { ok } : { ok, problem: "no colour" },
});

export const allowed = (call: string, effects: Effect[] = ["read"], parallel = true): NewEvent => ({
  type: "call.allowed",
  data: { call, name: "look", rule: "reads only", effects, parallel },
});
export const denied = (call: string, mark = call): NewEvent => ({
  type: "call.denied",
  data: { call, name: "look", rule: "outside", category: "blocked", mark, reason: `${call} is not for you` },
});
export const callAsked = (call: string, kind: "approval" | "question" = "approval"): NewEvent => ({
  type: "call.asked",
  data: { call, name: "look", kind, rule: "mode default", effects: ["write"], parallel: false, digest: call },
});
export const answered = (
  call: string,
  decision: "yes" | "no" = "yes",
  more: Partial<EventData<"call.answered">> = {},
): NewEvent => ({ type: "call.answered", data: { call, decision, scope: "once", by: "user", ...more } });
export const begun = (call: string, effects: Effect[] = ["read"]): NewEvent => ({
  type: "call.started",
  data: { call, name: "look", effects, input: { text: call }, targets: [] },
});
export const finished = (call: string, output = `did ${call}`, mark = output): NewEvent => ({
  type: "call.finished",
  data: { call, name: "look", ok: true, mark, durationMs: 10, chars: output.length, output: words(output) },
});
export const tripped = (guard: EventData<"guard.tripped">["guard"], detail = ""): NewEvent => ({
  type: "guard.tripped",
  data: { guard, detail },
});

/** A run up to its first request. */
export const running = (changed?: RunSettings): NewEvent[] => [said(), began(changed), offered];
/** A step that looks once, and finds the same whenever it looks with the same call. */
export const looked = (call: string, mark = "same"): NewEvent[] => [
  asked(),
  replied("", [call]),
  allowed(call),
  begun(call),
  finished(call, `did ${call}`, mark),
];

function words(text: string): { type: "text"; text: string }[] {
  return [{ type: "text", text }];
}

const childLimits = { steps: 5, workMs: 0, costUsd: 0.25, tokens: 100 };

export const spawned = (child: string, more: Partial<EventData<"agent.spawned">> = {}): NewEvent => ({
  type: "agent.spawned",
  data: {
    call: "a",
    child,
    agent: "coder",
    background: false,
    depth: 1,
    isolation: "none",
    tools: ["look"],
    limits: childLimits,
    title: "count",
    task: "count them",
    prompt: "be brief",
    ...more,
  },
});
export const reported = (child: string, more: Partial<EventData<"agent.reported">> = {}): NewEvent => ({
  type: "agent.reported",
  data: {
    call: "a",
    child,
    agent: "coder",
    ok: true,
    state: "completed",
    steps: 2,
    usage: { input: 30, output: 10, cacheRead: 0, cacheWrite: 0 },
    costUsd: 0.125,
    text: "seven",
    ...more,
  },
});
