/** The port to what a tool needs of the runtime. */
import type { SkillUse } from "./skill.ts";
import type { MemoryKeeper } from "./memory.ts";
import type { Hit } from "./store.ts";
import type { Effect, Isolation, Mode } from "./terms.ts";

/** Thrown by a host's method when the call must wait; the loop asks, and runs the call again when the answer is there. */
export class Paused extends Error {
  readonly question: Question;
  /** Whose question it really is. */
  readonly child: ChildQuestion | undefined;

  constructor(question: Question, child?: ChildQuestion) {
    super("the call waits for an answer");
    this.name = "Paused";
    this.question = question;
    this.child = child;
  }
}

/** What a sub-agent waits for; `call` is its own call. */
export interface ChildQuestion {
  readonly session: string;
  readonly call: string;
  readonly name: string;
  readonly kind: "approval" | "question";
  readonly rule: string;
  readonly effects: readonly Effect[];
  readonly preview?: string | undefined;
  readonly grant?: string | undefined;
}

/** What a person is asked. With options, the answer is meant to be one of them; free text is always possible. */
export interface Question {
  readonly question: string;
  readonly options?: readonly string[] | undefined;
  /** What the question is about, for example a plan. */
  readonly preview?: string | undefined;
  /** An answer that is one of these modes is the person's word that calls run in it from there; a plain yes stands for the first. */
  readonly modes?: readonly Exclude<Mode, "bypass">[] | undefined;
}

/** A task for a child session. What is absent is as in the session that asks. */
export interface ChildTask {
  readonly task: string;
  /** The task in a few words, for people. */
  readonly title?: string | undefined;
  /** What kind of agent it is, for people and for the log. */
  readonly agent?: string | undefined;
  /** Told beside the system prompt. */
  readonly prompt?: string | undefined;
  /** Names of those that it is offered; others than the asking session's own do not count. */
  readonly tools?: readonly string[] | undefined;
  /** As `provider/model`. */
  readonly model?: string | undefined;
  /** Model replies, and USD, at most. */
  readonly steps?: number | undefined;
  readonly costUsd?: number | undefined;
  /** It works on beside the asking session, and its report comes as a message. */
  readonly background?: boolean | undefined;
  /** In a git worktree of its own: of the last commit, or with all changes that are there. */
  readonly isolation?: Isolation | undefined;
  /** In force in the child, from its first message on. */
  readonly skill?: SkillUse | undefined;
}

/** What has come of a child; of one in the background, only that it has begun. */
export interface ChildReport {
  readonly session: string;
  readonly ok: boolean;
  readonly text: string;
  /** Where untrusted text in it came from. */
  readonly taint?: readonly string[] | undefined;
}

/** A child that has not reported yet. */
export interface ChildAtWork {
  readonly session: string;
  readonly agent: string;
  readonly title: string;
  readonly state: "working" | "waiting for the user";
}

/** One hit of a search in past sessions: an excerpt of what was said there, or a session's title. */
export interface Recollection extends Hit {
  /** Of the session. */
  readonly title: string;
  /** Where untrusted text came from that the model had read there, when it is the model who speaks. */
  readonly untrusted?: readonly string[] | undefined;
}

/** How past sessions are searched: those of this project alone, unless everywhere. */
export interface Recalling {
  readonly limit: number;
  readonly everywhere?: boolean | undefined;
}

/**
 * What a call can ask of the runtime it runs in. Every method is keyed by the call: run again after a crash, it meets the
 * same question or the same child. A method that must wait throws `Paused` and holds nothing. Methods that a runtime does
 * not have are absent.
 */
export interface Host {
  readonly ask: (question: Question) => Promise<string>;
  /** One child a call. Rejects with CallBlocked when there may be none: too deep, too many, too little budget left. */
  readonly spawn?: (child: ChildTask) => Promise<ChildReport>;
  /** Best first; of the user's own sessions, without the one that asks and those of its family. */
  readonly recall?: (query: string, how: Recalling) => Promise<readonly Recollection[]>;
  /** `save` and `delete` reject with `CallBlocked` for a tool that does not have the effect `remember`. */
  readonly memory?: Omit<MemoryKeeper, "directories">;
  /** Those of this session. The others reject with CallBlocked when there is no such child. */
  readonly children?: {
    readonly list: () => readonly ChildAtWork[];
    /** Resolves when it has reported; the report itself comes as a message. */
    readonly wait: (session: string) => Promise<void>;
    readonly tell: (session: string, text: string) => Promise<void>;
    readonly cancel: (session: string) => Promise<void>;
  };
}
