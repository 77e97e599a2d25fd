/** The fold `transcript`: what a screen shows of a session. */
import type { Event } from "../contract/event.ts";
import type { Fold, Handlers } from "../contract/fold.ts";
import { type ContentPart, type ReplyPart, textOf } from "../contract/message.ts";
import { callSubject } from "./call-subject.ts";
import { isAnswer } from "./is-answer.ts";
import type { CallItem, MessageItem, TranscriptItem } from "./transcript-item.ts";
import { type Noted, noticeOf, reportNotice } from "./transcript-notice.ts";

/** `calls` and `queued` say at which index of `items` a call or the queued message of a seq stands. */
export interface Transcript {
  items: TranscriptItem[];
  calls: Record<string, number>;
  queued: Record<string, number>;
  /** What people are told sub-agents are at, by session. */
  agents: Record<string, string>;
  title?: string | undefined;
  model?: string | undefined;
  runStartedAt?: number | undefined;
}

/** How much of a text is kept; the whole stands in the log. */
const maxChars = 4_000;

/** Every kind of event is handled: one that a screen forgot would have happened unseen. */
const handlers = {
  "session.opened": note,
  "session.named": (state, event) => {
    state.title = event.data.title;
    note(state, event);
  },
  "policy.loaded": note,
  "mode.changed": note,
  "run.started": (state, event) => {
    state.model = event.data.settings.model;
    state.runStartedAt = event.at;
    note(state, event);
  },
  "run.ended": (state, { seq, at, data }) => {
    const durationMs = at - (state.runStartedAt ?? at);
    state.items.push({ kind: "end", seq, at, state: data.state, why: data.why, message: data.message, durationMs });
  },

  "user.said": (state, { seq, at, data }) => {
    const queued = data.delivers === undefined ? undefined : settleQueued(state, data.delivers, "delivered");
    const said = data.parts === undefined && queued ? queued : spoken(data.parts);
    state.items.push({
      kind: "message",
      seq,
      at,
      origin: data.origin,
      state: "said",
      text: said.text,
      images: said.images,
    });
  },
  "message.queued": (state, { seq, at, data }) => {
    state.queued[seq] = state.items.length;
    const { text, images } = spoken(data.parts);
    state.items.push({
      kind: "message",
      seq,
      at,
      origin: "user",
      state: "queued",
      text,
      images,
      steer: data.steer,
    });
  },
  "message.withdrawn": (state, { data }) => void settleQueued(state, data.queued, "withdrawn"),
  "cancel.asked": note,

  "context.loaded": note,
  "context.compacted": note,
  "skill.used": note,
  "context.trimmed": note,
  "compaction.asked": note,
  "tools.offered": note,

  "model.asked": note,
  "model.replied": (state, event) => {
    if (!isAnswer(event.data)) return;
    const { model, parts, calls, partial = false } = event.data;
    const inputs = addParts(state, event, { model, parts, partial });
    for (const { id, name } of calls) {
      state.calls[key(id)] = state.items.length;
      const input = inputs.get(id);
      state.items.push({
        kind: "call",
        seq: event.seq,
        at: event.at,
        call: id,
        name,
        state: "proposed",
        subject: callSubject(input),
        input,
      });
    }
  },
  "model.failed": (state, event) => {
    const { parts } = event.data;
    if (parts !== undefined && isAnswer(event.data))
      addParts(state, event, { model: state.model ?? "", parts, partial: true });
    note(state, event);
  },

  "call.allowed": (state, { data }) =>
    change(state, data.call, { state: "allowed", rule: data.rule, effects: data.effects }),
  "call.denied": (state, { data }) =>
    change(state, data.call, { state: "denied", rule: data.rule, category: data.category, output: data.reason }),
  "call.asked": (state, { seq, at, data }) => {
    const { call, name, kind, rule, question, options, preview, grant, effects, child } = data;
    // A sub-agent in the background has no call of its own here.
    if (child !== undefined && callOf(state, call) === undefined) {
      state.calls[key(call)] = state.items.length;
      state.items.push({ kind: "call", seq, at, call, name, state: "asked", subject: "" });
    }
    change(state, call, { state: "asked", effects, ask: { kind, rule, question, options, preview, grant } });
  },
  "call.answered": (state, { data: { call, decision, scope, text, input, child } }) => {
    if (child !== undefined) return change(state, call, { state: "allowed", answer: { decision, scope, text } });
    change(state, call, { state: decision === "yes" ? "allowed" : "denied", answer: { decision, scope, text } });
    if (decision === "no") change(state, call, { category: "denied", output: text });
    if (input !== undefined) change(state, call, { input, subject: callSubject(input) });
  },
  "call.started": (state, { data: { call, effects, input } }) => {
    change(state, call, { state: "running", effects });
    if (input !== undefined) change(state, call, { input, subject: callSubject(input) });
  },
  "call.finished": (state, { data }) =>
    change(state, data.call, {
      state: data.ok ? "ok" : "failed",
      category: data.category,
      output: data.output && cut(textOf(data.output)),
      ...(data.concludes && { conclusion: textOf(data.output ?? []) }),
      chars: data.chars,
      diff: data.diff && cut(data.diff),
      files: data.files,
      durationMs: data.durationMs,
    }),

  "model.switched": note,
  "output.checked": note,
  "agent.spawned": (state, event) => {
    const { child, agent, title = "" } = event.data;
    state.agents[child] = title === "" ? agent : `${agent}: ${title}`;
    note(state, event);
  },
  "agent.reported": (state, event) => {
    const { seq, at, type, data } = event;
    const { level, text } = reportNotice(data);
    const told = `${state.agents[data.child]} ${text}`;
    state.items.push({ kind: "notice", seq, at, about: type, level, text: told, unasked: data.unasked });
  },

  "guard.tripped": note,
  "profile.learned": note,
  "profile.cleared": note,
  "secret.redacted": note,
  "injection.flagged": note,
  "egress.opened": note,
  "files.saved": note,
  "files.restored": note,
  "body.erased": note,
  "log.signed": note,
} satisfies Required<Handlers<Transcript>>;

export const transcript: Fold<Transcript> = {
  name: "transcript",
  version: 2,
  initial: () => ({ items: [], calls: {}, queued: {}, agents: {} }),
  on: handlers,
};

/** The call's item, the latest when an id was used twice. */
export const callOf = (state: Transcript, call: string): CallItem | undefined => {
  const item = state.items[state.calls[key(call)] ?? -1];
  return item?.kind === "call" ? item : undefined;
};

/** A model may name its call `__proto__`; with a mark before it, it is a key like any other. */
const key = (call: string): string => `#${call}`;

const change = (state: Transcript, call: string, fields: Partial<CallItem>): void => {
  const item = callOf(state, call);
  if (item) Object.assign(item, fields);
};

/** Adds what was written and thought, and gives back the inputs of the calls among the parts. */
const addParts = (
  state: Transcript,
  { seq, at }: Event,
  reply: { model: string; parts: readonly ReplyPart[] | undefined; partial: boolean },
): Map<string, unknown> => {
  const inputs = new Map<string, unknown>();
  const { model, parts, partial } = reply;
  if (parts === undefined) state.items.push({ kind: "text", seq, at, model, partial });
  for (const part of parts ?? []) {
    if (part.type === "call") inputs.set(part.id, part.input ?? part.malformed);
    else if (part.text !== "") state.items.push({ kind: part.type, seq, at, model, text: part.text, partial });
  }
  return inputs;
};

const spoken = (parts: readonly ContentPart[] | undefined): Pick<MessageItem, "text" | "images"> => ({
  text: parts && parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  images: parts?.filter((part) => part.type === "image").length ?? 0,
});

const settleQueued = (state: Transcript, seq: number, to: "delivered" | "withdrawn"): MessageItem | undefined => {
  const item = state.items[state.queued[seq] ?? -1];
  delete state.queued[seq];
  if (item?.kind !== "message") return undefined;
  item.state = to;
  return item;
};

const cut = (text: string): string => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);

function note(state: Transcript, event: Event<Noted>): void {
  const notice = noticeOf(event);
  if (notice) state.items.push({ kind: "notice", seq: event.seq, at: event.at, about: event.type, ...notice });
}
