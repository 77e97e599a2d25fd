/** A summary without a model: what was said and called, one line each, the newest as far as there is room. */
import type { Message, ReplyPart, ToolResult } from "../contract/message.ts";
import { callSubject } from "../folds/call-subject.ts";
import { summaryIn } from "../folds/compacted.ts";
import { cutMiddle } from "../folds/cut-middle.ts";

/** The same for the same messages. At most about so many characters. */
export const mechanicalSummary = (messages: readonly Message[], chars: number): string => {
  const before = messages.flatMap((message) => (message.role === "user" ? summaryIn(message.parts) : []));
  const earlier = before.length === 0 ? "" : cutMiddle(before.join("\n"), Math.floor(chars * earlierShare));
  const lines = messages.flatMap((message, index) => linesOf(message, messages[index + 1]));
  const kept = newest(lines, chars - earlier.length);
  const left = lines.length - kept.length;
  return [
    "Nobody could sum up what happened; these are its traces.",
    ...(earlier === "" ? [] : [earlier]),
    ...(left > 0 ? [`[${left} earlier traces are left out]`] : []),
    ...kept,
  ].join("\n");
};

const earlierShare = 0.4;
const mostChars = 200;

const newest = (lines: readonly string[], chars: number): readonly string[] => {
  let length = 0;
  const first = lines.findLastIndex((line) => (length += line.length + 1) > chars);
  return lines.slice(first + 1);
};

const linesOf = (message: Message, next: Message | undefined): string[] => {
  if (message.role !== "assistant") return [];
  const results = next?.role === "tool" ? next.results : [];
  return message.parts.flatMap((part) => lineOf(part, results));
};

const lineOf = (part: ReplyPart, results: readonly ToolResult[]): string[] => {
  if (part.type === "reasoning" || (part.type === "text" && part.text.trim() === "")) return [];
  if (part.type === "text") return [`- said: ${oneLine(part.text)}`];
  const ok = results.find(({ call }) => call === part.id)?.ok;
  const outcome = ok === undefined ? "" : ok ? ": ok" : ": failed";
  return [`- called ${part.name} ${oneLine(callSubject(part.input))}${outcome}`];
};

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > mostChars ? `${line.slice(0, mostChars).toWellFormed()}…` : line;
};
