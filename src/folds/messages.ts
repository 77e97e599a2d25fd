/** The messages that a model reads: calls and results always paired, results in call order. */
import { failureText } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";
import { type ContentPart, type Message, type ReplyPart, textOf, type ToolResult } from "../contract/message.ts";
import type { Layer } from "../contract/source.ts";
import { beginsPlan, doneBy, layerText, noDoings } from "./carried.ts";
import { compacted, type Thread } from "./compacted.ts";
import { cutMiddle } from "./cut-middle.ts";
import { isAnswer } from "./is-answer.ts";
import { isKept, trimmedResult } from "./trimmed.ts";

export interface Messages extends Thread {
  /** The system prompt, one text a layer; it never changes once a model was asked. */
  system: string[];
  /** Which layer each text of the system prompt is. */
  systemLayers: Layer["layer"][];
  asked: boolean;
  /** Results so far for the calls of the last reply, in call order; null while one is missing. */
  results: { call: string; name: string; seq: number; again: boolean; result: ToolResult | null }[];
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
    systemLayers: [],
    messages: [],
    seqs: [],
    pieces: [],
    doings: noDoings(),
    outputs: [],
    summaryChars: 0,
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
    "context.loaded": (state, { seq, data }) => {
      const { layer, source, position, text = erased.text } = data;
      if (position === "system" && !state.asked) {
        state.system.push(text);
        state.systemLayers.push(layer);
      } else {
        const at = say(state, seq, [{ type: "text", text: layerText(data, text) }]);
        state.pieces.push({ seq, at, kind: "layer", layer, source, text });
      }
    },
    "context.compacted": (state, { seq, data }) => {
      Object.assign(state, compacted(state, seq, data));
    },
    "context.trimmed": (state, { data }) => trim(state, new Set(data.outputs)),
    "message.queued": (state, { seq, data }) => {
      state.queued[seq] = data.parts ?? [erased];
    },
    "message.withdrawn": (state, { data }) => {
      delete state.queued[data.queued];
    },
    "user.said": (state, { seq, data }) => {
      const queued = data.delivers === undefined ? undefined : state.queued[data.delivers];
      if (data.delivers !== undefined) delete state.queued[data.delivers];
      const parts = queued ?? data.parts ?? [erased];
      const at = say(state, seq, parts);
      if (data.origin === "user") state.pieces.push({ seq, at, kind: "said", parts });
    },
    "model.asked": (state, { data }) => {
      if (!isAnswer(data)) return;
      state.asked = true;
      state.growing = false;
    },
    "model.replied": (state, { seq, data }) => {
      if (isAnswer(data)) reply(state, seq, data);
    },
    "call.started": (state, { seq, data }) => {
      beginsPlan(state.doings, seq, data);
      const entry = state.results.find(({ call }) => call === data.call);
      if (entry !== undefined) entry.again = data.effects.every((effect) => effect === "read" || effect === "network");
    },
    "call.denied": (state, { seq, data }) =>
      settle(state, seq, { ...data, ok: false }, [
        { type: "text", text: failureText(data.category, data.reason ?? erased.text) },
      ]),
    "call.answered": (state, { seq, data }) => {
      if (data.decision === "yes" || data.child !== undefined) return;
      const reason =
        data.text === undefined || data.text === "" ? "the user said no" : `the user said no: ${data.text}`;
      settle(state, seq, { ...data, ok: false }, [{ type: "text", text: failureText("denied", reason) }]);
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
    "call.finished": (state, { seq, data }) => {
      const output = data.output ?? [erased];
      doneBy(state.doings, seq, data);
      settle(state, seq, data, fenced(shown(output, state.resultChars), data.taint));
    },
  },
};

/** Gives back the index of the message that has the parts now. */
const say = (state: Messages, seq: number, parts: readonly ContentPart[]): number => {
  const last = state.messages.at(-1);
  if (state.growing && last?.role === "user") {
    state.messages[state.messages.length - 1] = { role: "user", parts: [...last.parts, ...parts] };
  } else push(state, seq, { role: "user", parts });
  state.growing = true;
  return state.messages.length - 1;
};

const push = (state: Messages, seq: number, message: Message): void => {
  state.messages.push(message);
  state.seqs.push(seq);
};

const reply = (state: Messages, seq: number, data: Event<"model.replied">["data"]): void => {
  const calls = data.partial === true ? [] : data.calls;
  const parts = data.parts ?? [
    erased,
    ...calls.map(({ id, name }): ReplyPart => ({ type: "call", id, name, input: {} })),
  ];
  const kept = data.partial === true ? parts.filter((part) => part.type !== "call") : parts;
  if (kept.length > 0) push(state, seq, { role: "assistant", model: data.model, parts: kept });
  state.growing = false;
  state.results = calls.map(({ id, name }) => ({ call: id, name, seq: -1, again: false, result: null }));
};

const settle = (
  state: Messages,
  seq: number,
  { call, ok }: { readonly call: string; readonly ok: boolean },
  parts: readonly ContentPart[],
): void => {
  const entry = state.results.find((candidate) => candidate.call === call);
  if (entry === undefined) return;
  entry.seq = seq;
  entry.result = { call, name: entry.name, ok, parts };
  const results = state.results.flatMap(({ result }) => result ?? []);
  if (results.length < state.results.length) return;
  push(state, seq, { role: "tool", results });
  const at = state.messages.length - 1;
  for (const { name, again, seq: finished, call: id, result } of state.results) {
    if (!isKept(name)) state.outputs.push({ seq: finished, at, call: id, again });
    else if (name === "skill" && result?.ok === true)
      state.pieces.push({ seq: finished, at, kind: "skill", text: textOf(result.parts) });
  }
  state.results = [];
};

const trim = (state: Messages, seqs: ReadonlySet<number>): void => {
  for (const output of state.outputs.filter(({ seq }) => seqs.has(seq))) {
    const message = state.messages[output.at];
    if (message?.role !== "tool") continue;
    const results = message.results.map((result) =>
      result.call === output.call ? trimmedResult(result, output) : result,
    );
    state.messages[output.at] = { role: "tool", results };
  }
  state.outputs = state.outputs.filter(({ seq }) => !seqs.has(seq));
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
