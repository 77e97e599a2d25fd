/** Tells where the untrusted text in a call's output came from, and writes down what in it looks like an injection. */
import type { Tool } from "../contract/tool.ts";
import type { Aspect } from "../policy/aspect.ts";
import { suspicionOf } from "../policy/injection.ts";
import type { Context } from "./context.ts";

export interface TaintedCall {
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly aspects: readonly Aspect[];
  /** What the tool itself says of it. */
  readonly untrusted?: readonly string[] | undefined;
}

/** Each source once. Text of the workspace's own files counts as trusted until it looks like an injection. */
export const taintOf = (context: Pick<Context, "append">, call: TaintedCall, text: string): string[] => {
  const { id, tool, input, aspects, untrusted = [] } = call;
  const sources = [...new Set([...aspects.flatMap((aspect) => strangerIn(aspect, tool.name)), ...untrusted])];
  const suspicion = tool.effects.length === 0 ? undefined : suspicionOf(text);
  if (suspicion === undefined) return sources;
  const source = sources[0] ?? ownSource(tool, input);
  const { shapes, excerpt } = suspicion;
  context.append({ type: "injection.flagged", data: { source, shapes: [...shapes], call: id, excerpt } });
  return sources.length > 0 ? sources : [source];
};

/** The web, other servers, and files outside the workspace. */
const strangerIn = (aspect: Aspect, tool: string): string[] => {
  switch (aspect.kind) {
    case "host":
      return [aspect.host];
    case "path":
      return aspect.inside || aspect.access !== "read" ? [] : [aspect.real ?? aspect.path];
    case "command":
      return aspect.command.effects.includes("network") ? ["the network"] : [];
    case "effect":
      return aspect.effect === "network" ? [tool] : [];
  }
};

const ownSource = (tool: Tool, input: unknown): string => {
  const [target] = tool.targets(input);
  return target?.kind === "path" ? target.path : tool.name;
};
