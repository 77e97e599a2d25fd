/** An item of a transcript in plain lines. It stands in for `drawItem` of the folder draw, until that is there. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { wrap } from "./fit.ts";

export const drawPlainly = (item: TranscriptItem, { columns, paint }: Drawing): Lines => {
  const lines = (text: string): Lines =>
    cleanText(text)
      .split("\n")
      .flatMap((line) => wrap(line, columns - 2));
  switch (item.kind) {
    case "message":
      return ["", ...lines(item.text ?? "[erased]").map((line) => paint("user", `› ${line}`))];
    case "text":
      return ["", ...lines(item.text ?? "[erased]").map((line) => paint("text", line))];
    case "reasoning":
      return lines(item.text ?? "[erased]").map((line) => paint("thinking", line));
    case "call":
      return lines(cleanLine(`${item.name} ${item.subject} (${item.state})`)).map((line) => paint("tool", line));
    case "notice":
      return item.level === "detail" ? [] : lines(item.text).map((line) => paint("dim", line));
    case "end":
      return ["", ...lines(`${item.state}: ${item.why}`).map((line) => paint("dim", line))];
  }
};
