/** An outcome as the model reads it: what a tool gave back, or the sentence that says how it failed. */
import { failureText } from "../contract/error.ts";
import type { ContentPart } from "../contract/message.ts";
import type { ToolOutcome } from "../contract/tool.ts";

export const outputOf = (outcome: ToolOutcome): ContentPart[] => {
  if (outcome.ok) return [...outcome.parts];
  const { category, message, parts = [] } = outcome;
  const sentence = failureText(category, message);
  const [first, ...rest] = parts;
  if (first?.type !== "text") return [{ type: "text", text: sentence }, ...parts];
  return [{ type: "text", text: `${sentence}\n${first.text}` }, ...rest];
};
