/** What a run asks of a person, and what comes back. */
import { z } from "zod";
import type { Command } from "../contract/command.ts";
import { KelsonError } from "../contract/error.ts";
import type { Session } from "../contract/runtime.ts";
import type { Effect } from "../contract/terms.ts";
import { transcript } from "../folds/transcript.ts";
import type { CallItem } from "../folds/transcript-item.ts";

/** A call that waits for a person: for approval before it runs, or because the tool itself has a question. */
export interface Ask {
  readonly kind: "approval" | "question";
  readonly session: string;
  /** The call's id, for `agent.answer`. */
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  /** The rule that wants it asked. */
  readonly rule: string;
  /** What would happen: a diff, a command; empty when the tool cannot say. */
  readonly preview: string;
  /** The rule that a yes for the session would add: `bash(npm test)`. */
  readonly grant?: string | undefined;
  readonly question?: string | undefined;
  readonly options?: readonly string[] | undefined;
}

/**
 * What a person says. An approval takes `"yes"`, `"no"`, or an object: `scope: "session"` decides it for the rest of the
 * session, `"always"` for this directory from now on, `text` tells the model why not, `input` lets the call run with other arguments. A question takes its answer as
 * plain text, or as the object's `text`.
 */
export type Answer =
  | "yes"
  | "no"
  | (string & {})
  | {
      readonly decision: "yes" | "no";
      readonly scope?: "once" | "session" | "always" | undefined;
      readonly text?: string | undefined;
      readonly input?: unknown;
    };

/** Asks the person, in the program's own way, and gives back the answer. */
export type OnAsk = (ask: Ask) => Answer | Promise<Answer>;

/** The calls of a session that wait for a person now. */
export const openAsks = async (session: Session): Promise<readonly Ask[]> =>
  (await session.read(transcript)).items
    .filter((item): item is CallItem => item.kind === "call" && item.state === "asked")
    .map((item) => askOf(session.id, item));

const askOf = (session: string, { call, name, input, effects = [], ask }: CallItem): Ask => ({
  kind: ask?.kind ?? "approval",
  session,
  call,
  tool: name,
  input,
  effects,
  rule: ask?.rule ?? "",
  preview: ask?.preview ?? "",
  grant: ask?.grant,
  question: ask?.question,
  options: ask?.options,
});

/** The answer as a command. Throws KelsonError `bad_input` when it is none. */
export const answerCommand = (
  { kind, call, tool }: Pick<Ask, "kind" | "call" | "tool">,
  answer: Answer,
  id: string,
): Command => {
  const base = { type: "answer", id, call } as const;
  const given = typeof answer === "object" ? answer : spoken(kind, answer);
  const read = answerFields.safeParse(given);
  if (read.success) return { ...base, ...read.data };
  const got = JSON.stringify(answer) ?? "nothing";
  throw new KelsonError("bad_input", `the answer to whether ${tool} may run must be "yes" or "no", got ${got}`);
};

// A question may well be answered with "no".
const spoken = (kind: Ask["kind"], text: string): object =>
  kind === "question" ? { decision: "yes", text } : { decision: text };

const answerFields = z.object({
  decision: z.enum(["yes", "no"]),
  scope: z.enum(["once", "session", "always"]).optional(),
  text: z.string().optional(),
  input: z.unknown().optional(),
});
