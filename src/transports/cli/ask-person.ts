/** Asks the person at the terminal about a call, and makes the answer a command. */
import type { Command } from "../../contract/command.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { cleanLine, cleanText } from "../terminal/clean.ts";
import { painter, paintDiff } from "../terminal/paint.ts";
import type { Output, Surroundings } from "./surroundings.ts";

type Answer = Omit<Extract<Command, { type: "answer" }>, "id">;

type Read = (prompt: string) => Promise<string | undefined>;

/** Rejects when the signal aborts; the end of the input is a no. */
export const askPerson = (surroundings: Surroundings, call: CallItem, signal: AbortSignal): Promise<Answer> => {
  const { stderr, env } = surroundings;
  const paint = painter(stderr.terminal, env);
  const { preview, question, kind } = call.ask ?? {};
  if (preview)
    stderr.write(`${indented(isDiff(preview) ? paintDiff(cleanText(preview), paint) : cleanText(preview))}\n`);
  if (question) stderr.write(`${indented(cleanText(question))}\n`);
  const read: Read = (prompt) => promptedLine(surroundings, `    ${paint("yellow", prompt)} `, signal);
  return kind === "question" ? askQuestion(call, read, stderr) : askApproval(call, read);
};

/** A question may be answered with the number of an option. */
const askQuestion = async (call: CallItem, read: Read, stderr: Output): Promise<Answer> => {
  const options = call.ask?.options ?? [];
  for (const [index, option] of options.entries()) stderr.write(`      ${index + 1}. ${cleanLine(option)}\n`);
  const text = await read(">");
  return { type: "answer", call: call.call, decision: "yes", text: options[Number(text) - 1] ?? text ?? "" };
};

/** What comes after `n` is told to the model. The rule that a longer yes would add is shown before it is given. */
const askApproval = async (call: CallItem, read: Read): Promise<Answer> => {
  const rule = call.ask?.grant === undefined ? "" : ` to ${cleanLine(call.ask.grant)}`;
  const answer = { type: "answer", call: call.call } as const;
  for (;;) {
    const line = await read(`Run it? [y]es · yes${rule} for this [s]ession or [a]lways here · [n]o, or no and why`);
    const [, word = "", text] = /^(y|s|a|n)(?:es|ession|lways|o)?\b[\s,:]*(.*)$/iu.exec(line ?? "n") ?? [];
    const letter = word.toLowerCase();
    if (letter === "n") return { ...answer, decision: "no", ...(text ? { text } : {}) };
    if (letter in scopes) return { ...answer, decision: "yes", scope: scopes[letter as keyof typeof scopes] };
  }
};

const scopes = { y: "once", s: "session", a: "always" } as const;

/** A signal breaks into the line in which the person types, so it ends that line. */
const promptedLine = async (
  { stdin, stderr }: Surroundings,
  prompt: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const endLine = (): void => stderr.write("\n");
  signal.addEventListener("abort", endLine);
  try {
    stderr.write(prompt);
    return (await stdin.line(signal))?.trim();
  } finally {
    signal.removeEventListener("abort", endLine);
  }
};

const isDiff = (text: string): boolean => /^@@ /mu.test(text);

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gmu, "      ");
