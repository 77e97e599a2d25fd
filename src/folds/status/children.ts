/** The slice of the status that follows sub-agents: which are at work, what they ask, and whose report is not read yet. */
import type { EventData } from "../../contract/event.ts";
import type { Handlers } from "../../contract/fold.ts";
import type { CallsSlice } from "./calls.ts";

type Spawned = EventData<"agent.spawned">;
type Answered = EventData<"call.answered">;

/** A sub-agent that has not reported. */
export interface Child extends Pick<
  Spawned,
  "call" | "agent" | "background" | "depth" | "isolation" | "tools" | "skill" | "limits"
> {
  id: string;
  /** Seq of its `agent.spawned`. */
  seq: number;
  /** Call ids are told apart by their step. */
  step: number;
  model?: string | undefined;
  title: string;
  task: string;
  prompt: string;
  /** Its last question, under the call that it was asked with here; `of` is its own call. */
  ask: { call: string; of: string; grant: string | undefined; answer: ChildAnswer | null } | null;
}

/** What it is told; `seq` is that of the `call.answered`. */
export interface ChildAnswer extends Pick<Answered, "decision" | "scope" | "text" | "input"> {
  seq: number;
}

/** What a sub-agent has said in the end, until the model reads it: as the outcome of its call, or as a message. */
export interface Report {
  child: string;
  call: string;
  /** In which it was begun. */
  step: number;
  background: boolean;
  /** Seq of its `agent.reported`. */
  seq: number;
  ok: boolean;
  text: string;
  taint: string[];
}

export interface ChildrenSlice {
  children: Child[];
  reports: Report[];
}

export const initialChildren = (): ChildrenSlice => ({ children: [], reports: [] });

export const onChildren = {
  "agent.spawned": (state, { seq, step = 0, data }) => {
    const { child: id, call, agent, background, depth, isolation, tools, model, skill, limits } = data;
    const { title = "", task = "[erased]", prompt = "" } = data;
    const told = { title, task, prompt, ask: null };
    state.children.push({
      id,
      seq,
      step,
      call,
      agent,
      background,
      depth,
      isolation,
      tools,
      model,
      skill,
      limits,
      ...told,
    });
  },
  "agent.reported": (state, { seq, data }) => {
    const { child, call, ok, text = "[erased]", taint = [] } = data;
    const { background = false, step = 0 } = state.children.find(({ id }) => id === child) ?? {};
    state.children = state.children.filter(({ id }) => id !== child);
    // Who cancelled the call reads no report.
    if (!background && state.calls.every(({ id }) => id !== call)) return;
    state.reports.push({ child, call, step, background, seq, ok, text, taint });
  },
  "call.asked": (state, { data }) => {
    const { call, child: asker, grant } = data;
    const child = state.children.find(({ id }) => id === asker?.session);
    if (asker !== undefined && child !== undefined) child.ask = { call, of: asker.call, grant, answer: null };
  },
  "call.answered": (state, { seq, data }) => {
    const { decision, scope, text, input } = data;
    const child = state.children.find(({ id }) => id === data.child?.session);
    if (child?.ask) child.ask.answer = { seq, decision, scope, text, input };
  },
  "call.finished": (state, { data }) => read(state, data.call),
  "call.denied": (state, { data }) => read(state, data.call),
  "user.said": (state, { data }) => {
    if (data.delivers !== undefined) state.reports = state.reports.filter(({ seq }) => seq !== data.delivers);
  },
} satisfies Handlers<ChildrenSlice & CallsSlice>;

/** Whether nothing but an answer brings it on. */
export const waitsForAnswer = ({ ask }: Child): boolean => ask !== null && ask.answer === null;

/** Reports that come as messages, in order. */
export const undelivered = ({ reports }: ChildrenSlice): Report[] => reports.filter(({ background }) => background);

const read = (state: ChildrenSlice, call: string): void => {
  state.reports = state.reports.filter((report) => report.background || report.call !== call);
};
