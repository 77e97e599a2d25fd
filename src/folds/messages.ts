/** The messages that a model reads: calls and results always paired, results in call order. */
import { failureText } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { type ContentPart, type Message, type ReplyPart, textOf, type ToolResult } from "../contract/message.ts";
import { cutMiddle } from "./cut-middle.ts";

export interface Messages {
  /** The system prompt, one text a layer; it never changes once a model was asked. */
  system: string[];
  /** Only ever appended to, and a message that was sent is never changed, but by a compaction. */
  messages: Message[];
  /** Whether the last message may still grow: it is the user's, and was not sent. */
  growing: boolean;
  asked: boolean;
  /** Results so far for the calls of the last reply, in call order; null while one is missing. */
  results: { call: string; name: string; result: ToolResult | null }[];
  /** Parts of queued messages, by seq. */
  queued: Record<string, readonly ContentPart[]>;
  /** Names of sub-agents in the background, by session. */
  background: Record<string, string>;
  /** How much of a result's text is shown. */
  resultChars: number;
}

const erased = { type: "text", text: "[erased]" } as const;

export const messages: Fold<Messages> = {
  name: "messages",
  version: 3,
  initial: () => ({
    system: [],
    messages: [],
    growing: false,
    asked: false,
    results: [],
    queued: {},
    background: {},
    resultChars: 32_000,
  }),
  on: {
    "run.started": (state, { data }) => {
      state.resultChars = data.settings.resultChars;
    },
    "context.loaded": (state, { data }) => {
      const text = data.text ?? erased.text;
      if (data.position === "system" && !state.asked) state.system.push(text);
      else say(state, [{ type: "text", text: `<${data.layer} source="${data.source}">\n${text}\n</${data.layer}>` }]);
    },
    "context.compacted": (state, { data }) => compacted(state, data),
    "message.queued": (state, { seq, data }) => {
      state.queued[seq] = data.parts ?? [erased];
    },
    "message.withdrawn": (state, { data }) => {
      delete state.queued[data.queued];
    },
    "user.said": (state, { data }) => {
      const queued = data.delivers === undefined ? undefined : state.queued[data.delivers];
      if (data.delivers !== undefined) delete state.queued[data.delivers];
      say(state, queued ?? data.parts ?? [erased]);
    },
    "model.asked": (state) => {
      state.asked = true;
      state.growing = false;
    },
    "model.replied": (state, { data }) => reply(state, data),
    "call.denied": (state, { data }) =>
      settle(state, data.call, false, [{ type: "text", text: failureText(data.category, data.reason ?? erased.text) }]),
    "call.answered": (state, { data }) => {
      if (data.decision === "yes" || data.child !== undefined) return;
      const reason =
        data.text === undefined || data.text === "" ? "the user said no" : `the user said no: ${data.text}`;
      settle(state, data.call, false, [{ type: "text", text: failureText("denied", reason) }]);
    },
    // Of one that nobody waits for, the report comes as a message.
    "agent.spawned": (state, { data }) => {
      if (data.background) state.background[data.child] = `${data.agent} ${data.child}`;
    },
    "agent.reported": (state, { seq, data }) => {
      const name = state.background[data.child];
      delete state.background[data.child];
      if (name === undefined) return;
      const said = textOf(fenced([{ type: "text", text: data.text ?? erased.text }], data.taint));
      state.queued[seq] = [{ type: "text", text: `<report agent="${name}">\n${said}\n</report>` }];
    },
    "call.finished": (state, { data }) => {
      const output = data.output ?? [erased];
      settle(state, data.call, data.ok, fenced(shown(output, state.resultChars), data.taint));
    },
  },
};

const say = (state: Messages, parts: readonly ContentPart[]): void => {
  const last = state.messages.at(-1);
  if (state.growing && last?.role === "user") {
    state.messages[state.messages.length - 1] = { role: "user", parts: [...last.parts, ...parts] };
  } else state.messages.push({ role: "user", parts });
  state.growing = true;
};

/** What stands in the place of messages that made way, in the user's message before them where there is one. */
const compacted = (state: Messages, { from, to, summarised, summary }: Event<"context.compacted">["data"]): void => {
  const head = state.messages.slice(0, from);
  const text = summarised ? `<summary>\n${summary ?? erased.text}\n</summary>` : leftOut;
  const last = head.at(-1);
  if (last?.role === "user") {
    const parts = last.parts.filter((part) => part.type !== "text" || part.text !== leftOut);
    head[head.length - 1] = { role: "user", parts: [...parts, { type: "text", text }] };
  } else head.push({ role: "user", parts: [{ type: "text", text }] });
  state.messages = [...head, ...state.messages.slice(to)];
};

const leftOut = "[Messages that came after this are left out.]";

const reply = (state: Messages, data: Event<"model.replied">["data"]): void => {
  const calls = data.partial === true ? [] : data.calls;
  const parts = data.parts ?? [
    erased,
    ...calls.map(({ id, name }): ReplyPart => ({ type: "call", id, name, input: {} })),
  ];
  const kept = data.partial === true ? parts.filter((part) => part.type !== "call") : parts;
  if (kept.length > 0) state.messages.push({ role: "assistant", model: data.model, parts: kept });
  state.growing = false;
  state.results = calls.map(({ id, name }) => ({ call: id, name, result: null }));
};

const settle = (state: Messages, call: string, ok: boolean, parts: readonly ContentPart[]): void => {
  const entry = state.results.find((candidate) => candidate.call === call);
  if (entry === undefined) return;
  entry.result = { call, name: entry.name, ok, parts };
  const results = state.results.flatMap(({ result }) => result ?? []);
  if (results.length < state.results.length) return;
  state.messages.push({ role: "tool", results });
  state.results = [];
};

const shown = (parts: readonly ContentPart[], chars: number): ContentPart[] =>
  parts.map((part) => (part.type === "text" ? { type: "text", text: cutMiddle(part.text, chars) } : part));

/** Text from strangers stands between marks, so that a model can tell it from what its user says; it cannot close them itself. */
const fenced = (parts: readonly ContentPart[], taint: readonly string[] = []): ContentPart[] => {
  if (taint.length === 0) return [...parts];
  const [open, close] = [`<untrusted source=${JSON.stringify(taint.join(", "))}>`, "</untrusted>"];
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: `${open}\n${part.text.replaceAll(/<(?=\/?untrusted)/giu, "&lt;")}\n${close}` }
      : part,
  );
};
