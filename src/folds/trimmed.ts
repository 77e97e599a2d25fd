/** What stands in the place of an output that was cut: what it was, how long, and how to read it again. */
import { type ContentPart, type ToolResult, textOf } from "../contract/message.ts";

/** Where the output of a call stands among the messages. `again`: calling once more only reads. */
export interface Output {
  readonly seq: number;
  readonly at: number;
  readonly call: string;
  readonly again: boolean;
}

/** Tools whose outputs are rules and memories to go by, which are never cut. */
export const isKept = (tool: string): boolean =>
  tool === "skill" || tool === "update_plan" || tool.startsWith("memory_");

export const trimmedResult = (result: ToolResult, { again }: Output): ToolResult => {
  const { name, parts } = result;
  const how = again
    ? `Call ${name} again with the same input to read it.`
    : `Calling ${name} again would do it again: look at what it left behind instead.`;
  return { ...result, parts: [{ type: "text", text: `[Output cut to save room: it had ${lengthOf(parts)}. ${how}]` }] };
};

/** About what a marker takes in tokens. */
export const markerTokens = 40;

const lengthOf = (parts: readonly ContentPart[]): string => {
  const images = parts.filter(({ type }) => type === "image").length;
  const text = `${textOf(parts.filter(({ type }) => type === "text")).length} characters`;
  return images === 0 ? text : `${text} and ${images} image${images === 1 ? "" : "s"}`;
};
