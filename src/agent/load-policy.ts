/** Writes down what calls are judged by, where that is not what the log says already. */
import type { EventData } from "../contract/event.ts";
import { loaded } from "../folds/loaded.ts";
import type { Context } from "./context.ts";

/** Also before each judgement: a sandbox that does not pass its test makes way for a weaker one while a run goes on. */
export const loadPolicy = (context: Pick<Context, "world" | "grounds" | "read" | "append">): void => {
  const data = policyOf(context);
  if (context.read(loaded).policy !== JSON.stringify(data)) context.append({ type: "policy.loaded", data });
};

export const policyOf = ({ world, grounds }: Pick<Context, "world" | "grounds">): EventData<"policy.loaded"> => {
  const { confined, unconfined, sandbox, holds } = world.describe();
  return {
    roots: [...world.roots],
    confined: [...confined],
    unconfined: [...unconfined],
    sandbox,
    holds: [...holds],
    rules: [...grounds.rules],
  };
};
