/** A session as Markdown, to read or to paste: what was said, what was done, how it ended. */
import type { CallItem, TranscriptItem } from "../../../folds/transcript-item.ts";
import { duration } from "../../terminal/figures.ts";

export const sessionMarkdown = (title: string, items: readonly TranscriptItem[]): string =>
  [`# ${title}`, ...items.flatMap(itemMarkdown)].join("\n\n").concat("\n");

const itemMarkdown = (item: TranscriptItem): readonly string[] => {
  switch (item.kind) {
    case "message":
      return item.state === "delivered"
        ? []
        : [`**${item.origin === "user" ? "User" : `Guard (${item.origin})`}**`, quoted(item.text)];
    case "text":
      return [item.text ?? erased];
    case "reasoning":
      return [`<details><summary>Thinking</summary>\n\n${fenced(item.text ?? erased)}\n\n</details>`];
    case "call":
      return callMarkdown(item);
    case "notice":
      return item.level === "warn" ? [`> ⚠ ${item.text}`] : [];
    case "end":
      return [`*${item.state}, ${duration(item.durationMs)}${item.message ? `: ${item.message}` : ""}*`];
  }
};

const callMarkdown = (item: CallItem): readonly string[] => {
  const head = `- **${item.name}** ${item.subject === "" ? "" : `\`${item.subject.replaceAll("`", "'")}\` `}(${item.state})`;
  if (item.diff) return [head, fenced(item.diff.trimEnd(), "diff")];
  return item.output
    ? [head, `<details><summary>Output</summary>\n\n${fenced(item.output.trimEnd())}\n\n</details>`]
    : [head];
};

const erased = "(erased)";

const quoted = (text = erased): string => text.trim().replaceAll(/^/gmu, "> ");

/** The fence is longer than any in the text. */
const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};
