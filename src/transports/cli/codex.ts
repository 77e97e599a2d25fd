/** Events as the JSON lines that Codex and its kin write: threads, turns and items. */
import type { Event, EventType } from "../../contract/event.ts";
import type { ReplyPart } from "../../contract/message.ts";
import { textOf } from "../../contract/message.ts";
import { isAnswer } from "../../folds/is-answer.ts";
import { type CodexItem, deniedItem, finishedItem, startedItem } from "./codex-item.ts";

type Numbered = CodexItem & { readonly id: string };

/** One line. `input_tokens` counts cached ones too. */
export type CodexRecord =
  | { readonly type: "thread.started"; readonly thread_id: string }
  | { readonly type: "turn.started" }
  | { readonly type: "item.started" | "item.updated" | "item.completed"; readonly item: Numbered }
  | { readonly type: "turn.completed"; readonly usage: CodexUsage }
  | { readonly type: "turn.failed"; readonly error: { readonly message: string } }
  | { readonly type: "error"; readonly message: string };

interface CodexUsage {
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
}

/** Tells events one after the other, and remembers what is open between them. */
export const codex = (): ((event: Event) => readonly CodexRecord[]) => {
  const state: State = { begun: false, items: 0, calls: new Map(), plan: undefined, usage: noUsage() };
  return (event) => {
    const first: CodexRecord[] = state.begun ? [] : [{ type: "thread.started", thread_id: event.session }];
    state.begun = true;
    const tell = tellers[event.type] as ((state: State, event: Event) => readonly CodexRecord[]) | undefined;
    return [...first, ...(tell?.(state, event) ?? [])];
  };
};

interface State {
  begun: boolean;
  items: number;
  /** Calls under way, by their ids. */
  calls: Map<string, Numbered>;
  /** The one list of steps of a turn. */
  plan: Numbered | undefined;
  usage: CodexUsage;
}

type Tellers = { readonly [T in EventType]?: (state: State, event: Event<T>) => readonly CodexRecord[] };

const tellers: Tellers = {
  "run.started": (state) => {
    state.usage = noUsage();
    return [{ type: "turn.started" }];
  },
  "model.replied": (state, { data }) => {
    const { parts = [], usage } = data;
    state.usage.input_tokens += usage?.input ?? 0;
    state.usage.cached_input_tokens += usage?.cacheRead ?? 0;
    state.usage.output_tokens += usage?.output ?? 0;
    return (isAnswer(data) ? parts : []).flatMap(saidItem).map((item) => completed(numbered(state, item)));
  },
  "model.failed": (state, { data }) => [
    completed(numbered(state, { type: "error", message: data.message ?? data.category })),
  ],
  "guard.tripped": (state, { data: { guard, detail } }) => [
    completed(numbered(state, { type: "error", message: detail || guard })),
  ],
  "call.started": (state, { data }) => {
    if (state.calls.has(data.call)) return [];
    const item = startedItem(data);
    if (item.type === "todo_list") return planned(state, item);
    const open = numbered(state, item);
    state.calls.set(data.call, open);
    return [{ type: "item.started", item: open }];
  },
  "call.finished": (state, { data }) => {
    const open = state.calls.get(data.call);
    state.calls.delete(data.call);
    const finished = open === undefined ? [] : [completed({ ...finishedItem(open, data), id: open.id })];
    if (data.concludes !== true) return finished;
    return [...finished, completed(numbered(state, { type: "agent_message", text: textOf(data.output ?? []) }))];
  },
  "call.denied": (state, { data: { call, name, reason = "" } }) => refused(state, call, deniedItem(name, reason)),
  "call.answered": (state, { data: { call, decision, text } }) =>
    decision === "yes" ? [] : refused(state, call, deniedItem(call, text || "a person said no")),
  "run.ended": (state, { data: { state: final, message } }) => {
    const plan = state.plan === undefined ? [] : [completed(state.plan)];
    state.plan = undefined;
    if (final === "completed") return [...plan, { type: "turn.completed", usage: state.usage }];
    return [...plan, { type: "turn.failed", error: { message: message || final } }];
  },
};

const noUsage = (): CodexUsage => ({ input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 });

const numbered = (state: State, item: CodexItem): Numbered => ({ id: `item_${state.items++}`, ...item });

const completed = (item: Numbered): CodexRecord => ({ type: "item.completed", item });

const saidItem = (part: ReplyPart): CodexItem[] => {
  if (part.type === "call" || part.text === "") return [];
  return [{ type: part.type === "text" ? "agent_message" : "reasoning", text: part.text }];
};

/** A turn has one list, which changes until the turn ends. */
const planned = (state: State, item: CodexItem): CodexRecord[] => {
  const known = state.plan;
  state.plan = known === undefined ? numbered(state, item) : { ...item, id: known.id };
  return [{ type: known === undefined ? "item.started" : "item.updated", item: state.plan }];
};

const refused = (state: State, call: string, item: CodexItem): CodexRecord[] => {
  const open = state.calls.get(call);
  state.calls.delete(call);
  return [completed(open === undefined ? numbered(state, item) : { ...item, id: open.id })];
};
