/** The port to what a tool needs of the runtime. */
import type { Mode } from "./terms.ts";
import type { SkillUse } from "./skill.ts";
import type { MemoryKeeper } from "./memory.ts";
import type { Hit } from "./store.ts";

/** Thrown by a host's method when the call must wait; the loop asks, and runs the call again when the answer is there. */
export class Paused extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super("the call waits for an answer");
    this.name = "Paused";
    this.question = question;
  }
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

/** A child session's task and its outcome. `skill` is in force in the child, from its first message on. */
export interface ChildTask {
  readonly task: string;
  readonly tools?: readonly string[];
  readonly model?: string;
  readonly costUsd?: number;
  readonly skill?: SkillUse;
}
export interface ChildReport {
  readonly session: string;
  readonly ok: boolean;
  readonly text: string;
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
  readonly spawn?: (child: ChildTask) => Promise<ChildReport>;
  /** Best first; of the user's own sessions, without the one that asks and those of its family. */
  readonly recall?: (query: string, how: Recalling) => Promise<readonly Recollection[]>;
  /** `save` and `delete` reject with `CallBlocked` for a tool that does not have the effect `remember`. */
  readonly memory?: Omit<MemoryKeeper, "directories">;
}
