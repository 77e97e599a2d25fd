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

/** What comes after `n` is told to the model. */
const askApproval = async (call: CallItem, read: Read): Promise<Answer> => {
  const session = call.ask?.grant ? `yes for this [s]ession (${cleanLine(call.ask.grant)})` : "yes for this [s]ession";
  for (;;) {
    const line = await read(`Run it? [y]es · ${session} · [n]o, or no and why`);
    const [, letter, text] = /^(y|s|n)(?:es|ession|o)?\b[\s,:]*(.*)$/iu.exec(line ?? "n") ?? [];
    const answer = { type: "answer", call: call.call } as const;
    if (letter?.toLowerCase() === "y") return { ...answer, decision: "yes", scope: "once" };
    if (letter?.toLowerCase() === "s") return { ...answer, decision: "yes", scope: "session" };
    if (letter) return { ...answer, decision: "no", ...(text ? { text } : {}) };
  }
};

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
