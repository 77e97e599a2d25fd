/** A message that calls a skill, as it is posted: with what the skill says, and with the skill that is then in force. */
import type { Command, Outcome } from "../contract/command.ts";
import type { ReadInvocation } from "../contract/skill.ts";

type Invoked = { readonly ok: true; readonly command: Command } | Extract<Outcome, { readonly ok: false }>;

/** What calls none is posted as it is. Who posts knows the skills; whoever takes the command need not. */
export const invoked = (command: Command, read: ReadInvocation | undefined): Invoked => {
  const as = { ok: true, command } as const;
  if (command.type !== "say" || command.skill !== undefined || read === undefined) return as;
  const [first, ...rest] = command.parts;
  const invocation = first?.type === "text" ? read(first.text) : undefined;
  if (first === undefined || invocation === undefined) return as;
  if (!invocation.ok) return { ok: false, code: "bad_input", message: invocation.message };
  const { text, use } = invocation;
  const parts = [first, { type: "text" as const, text: `\n\n${text}` }, ...rest];
  return { ok: true, command: { ...command, parts, ...(use !== undefined && { skill: use }) } };
};
