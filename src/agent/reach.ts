/** What a call reaches beyond the workspace's files, told once more as it runs. */
import type { Tool } from "../contract/tool.ts";
import type { Context } from "./context.ts";
import { policy } from "../folds/policy.ts";
import type { Aspect } from "../policy/aspect.ts";
import { splitRules } from "../policy/rule.ts";
import { study, type Study } from "./study.ts";

export type Reach = Pick<Study, "aspects" | "destroys">;

/**
 * Of a call on the workspace's files alone the judge has said all there is, unless a rule may have lifted a guard. A person
 * may have edited any other since then.
 */
export const reachOf = async (context: Context, tool: Tool, input: unknown): Promise<Reach> => {
  const stays = tool.effects.every((effect) => effect === "read" || effect === "write");
  const { rules } = context.read(policy);
  if (stays && rules.length === 0 && context.status().mode !== "bypass") return { aspects: [], destroys: undefined };
  return study(context, tool, input);
};

/** The hosts that a call's commands may reach: those that it named when it was allowed, and those that rules allow by name. */
export const hostsOf = (context: Pick<Context, "read">, aspects: readonly Aspect[]): string[] => {
  const named = aspects.flatMap((aspect) => (aspect.kind === "host" ? [aspect.host] : []));
  const { rules, answers } = context.read(policy);
  const texts = [
    ...rules.filter(({ decision }) => decision === "allow").map(({ rule }) => rule),
    ...answers.filter(({ decision }) => decision === "allow").flatMap((answer) => splitRules(answer.rules)),
  ];
  const ruled = texts.flatMap((text) => /^(?:Network|WebFetch)\((?:domain:)?([^()\s]+)\)$/u.exec(text)?.[1] ?? []);
  return [...new Set([...named, ...ruled])];
};

/** Protected paths that a call names, which it may use since it was allowed. */
export const guardedIn = (aspects: readonly Aspect[]): string[] =>
  aspects.flatMap((aspect) =>
    aspect.kind === "path" && aspect.guarded !== undefined && aspect.real !== undefined ? [aspect.real] : [],
  );
