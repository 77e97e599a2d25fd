/** The port to what a tool needs of the runtime. */
import type { ContentPart } from "./message.ts";
import type { Mode } from "./terms.ts";
import type { SkillUse } from "./skill.ts";

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

/** One hit of a search in past sessions. `at` is milliseconds since 1970. */
export interface Recollection {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/**
 * What a call can ask of the runtime it runs in. Every method is keyed by the call: run again after a crash, it meets the
 * same question or the same child. A method that must wait throws `Paused` and holds nothing. Methods that a runtime does
 * not have are absent.
 */
export interface Host {
  readonly ask: (question: Question) => Promise<string>;
  readonly spawn?: (child: ChildTask) => Promise<ChildReport>;
  readonly recall?: (query: string, limit: number) => Promise<readonly Recollection[]>;
  readonly remember?: (note: { readonly name: string; readonly parts: readonly ContentPart[] }) => Promise<void>;
}
