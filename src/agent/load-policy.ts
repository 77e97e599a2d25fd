/** Writes down what calls are judged by, where that is not what the log says already. */
import { loaded } from "../folds/loaded.ts";
import type { Context } from "./context.ts";

/** Also before each judgement: a sandbox that does not pass its test makes way for a weaker one while a run goes on. */
export const loadPolicy = (context: Pick<Context, "world" | "grounds" | "read" | "append">): void => {
  const { confined, unconfined, sandbox, holds } = context.world.describe();
  const data = {
    roots: [...context.world.roots],
    confined: [...confined],
    unconfined: [...unconfined],
    sandbox,
    holds: [...holds],
    rules: [...context.grounds.rules],
  };
  if (context.read(loaded).policy !== JSON.stringify(data)) context.append({ type: "policy.loaded", data });
};
