/** What a call reaches beyond the workspace's files, told once more as it runs. */
import type { Tool } from "../contract/tool.ts";
import type { Denied } from "../contract/world.ts";
import type { Context } from "./context.ts";
import { policy } from "../folds/policy.ts";
import type { Aspect, Case } from "../policy/aspect.ts";
import { covering, nameOf } from "../policy/rule.ts";
import { rulesIn, study, type Study } from "./study.ts";

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
  const allowing = rulesIn(context.read(policy)).filter(({ decision }) => decision === "allow");
  const ruled = allowing.flatMap(
    ({ rule }) => /^(?:Network|WebFetch)\((?:domain:)?([^()\s]+)\)$/u.exec(rule)?.[1] ?? [],
  );
  return [...new Set([...named, ...ruled])];
};

/** The rule that denies a host, as the judge would name it: a wider one that allows may open it. */
export const denialsOf = ({ read, ...place }: Pick<Context, "read"> & Pick<Case, "tool" | "root" | "home">): Denied => {
  const call = { ...place, rules: rulesIn(read(policy)) };
  return (host, port) => {
    const name = host.includes(":") ? `[${host}]` : host;
    const entries = [`${name}:${String(port)}`, host].flatMap(
      (written) => covering("deny", { kind: "host", host: written }, call) ?? [],
    );
    return entries[0] && nameOf(entries[0]);
  };
};

/** Protected paths that a call names, which it may use since it was allowed. */
export const guardedIn = (aspects: readonly Aspect[]): string[] =>
  aspects.flatMap((aspect) =>
    aspect.kind === "path" && aspect.guarded !== undefined && aspect.real !== undefined ? [aspect.real] : [],
  );
