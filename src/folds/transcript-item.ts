/** The items of a transcript: what a screen shows of a session, from top to bottom. */
import type { CallFailure } from "../contract/error.ts";
import type { EventData, EventType } from "../contract/event.ts";
import type { Effect, FinalState } from "../contract/terms.ts";

/** Where an item's first event stands, so that the whole of what is cut here can be read from the log. */
interface Spot {
  readonly seq: number;
  readonly at: number;
}

/** A message for the model. `text` is absent when it was erased. */
export interface MessageItem extends Spot {
  readonly kind: "message";
  readonly origin: EventData<"user.said">["origin"];
  /** `queued` waits for its turn, `delivered` has since become a message of its own. */
  state: "said" | "queued" | "delivered" | "withdrawn";
  readonly text?: string | undefined;
  readonly images: number;
  readonly steer?: boolean | undefined;
}

/** What a model wrote, or what it thought before that. */
export interface TextItem extends Spot {
  readonly kind: "text" | "reasoning";
  readonly model: string;
  readonly text?: string | undefined;
  /** Cut off by a cancel, a failure or a crash. */
  readonly partial: boolean;
}

/** What a person was asked about a call. */
export interface Ask {
  readonly kind: "approval" | "question";
  readonly rule: string;
  readonly question?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly preview?: string | undefined;
  readonly grant?: string | undefined;
}

/** What the person answered. */
export interface Answer {
  readonly decision: "yes" | "no";
  readonly scope: "once" | "session" | "always";
  readonly text?: string | undefined;
}

/** One call, from its proposal to its outcome. */
export interface CallItem extends Spot {
  readonly kind: "call";
  readonly call: string;
  readonly name: string;
  state: "proposed" | "asked" | "allowed" | "running" | "ok" | "failed" | "denied";
  /** What it is about, in one line: a command, a path, a pattern. */
  subject: string;
  input?: unknown;
  /** What it does to the world; known once it was judged. */
  effects?: readonly Effect[] | undefined;
  /** The rule that let it run or forbade it. */
  rule?: string | undefined;
  ask?: Ask | undefined;
  answer?: Answer | undefined;
  category?: CallFailure | undefined;
  /** The beginning of its output, or why it has none. */
  output?: string | undefined;
  /** The whole of its output, when that is the answer of the run. */
  conclusion?: string | undefined;
  /** Length of the whole output. */
  chars?: number | undefined;
  diff?: string | undefined;
  files?: readonly string[] | undefined;
  durationMs?: number | undefined;
}

/** Something that is good to know. `warn` means that a person should see it even when they want little. */
export interface NoticeItem extends Spot {
  readonly kind: "notice";
  readonly about: EventType;
  readonly level: "detail" | "note" | "warn";
  readonly text: string;
  /** Of a compaction: seq of the last event whose messages made way, and what stands in their place. */
  readonly through?: number | undefined;
  readonly summary?: string | undefined;
  /** Calls of a sub-agent that were denied because nobody was there to be asked. */
  readonly unasked?: number | undefined;
}

/** The end of a run. `durationMs` is the time since its start, waiting for people included. */
export interface EndItem extends Spot {
  readonly kind: "end";
  readonly state: FinalState;
  readonly why: string;
  readonly message?: string | undefined;
  readonly durationMs: number;
}

export type TranscriptItem = MessageItem | TextItem | CallItem | NoticeItem | EndItem;
