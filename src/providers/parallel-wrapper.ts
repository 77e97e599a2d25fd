/** OpenAI's models sometimes call a tool of their training that holds several calls: `multi_tool_use.parallel`. */
import { z } from "zod";
import type { ToolSpec } from "../contract/provider.ts";

/** One call that was wrapped; `json` is its input. */
export interface Unwrapped {
  readonly name: string;
  readonly json: string;
}

const names: ReadonlySet<string> = new Set(["parallel", "multi_tool_use.parallel", "multi_tool_use_parallel"]);

/** Whether a call is the wrapper, and no tool that was offered. */
export const wraps = (name: string, tools: readonly ToolSpec[]): boolean =>
  names.has(name) && !tools.some((tool) => tool.name === name);

const uses = z.object({
  tool_uses: z.array(z.object({ recipient_name: z.string(), parameters: z.unknown().optional() })).min(1),
});

/** The calls within, or undefined when the wrapper's input is not what it should be. */
export const unwrapped = (json: string): readonly Unwrapped[] | undefined => {
  const read = uses.safeParse(parsed(json));
  return read.data?.tool_uses.map(({ recipient_name, parameters }) => ({
    name: recipient_name.replace(/^functions\./, ""),
    json: JSON.stringify(parameters ?? {}),
  }));
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
