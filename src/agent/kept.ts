/** What a call can ask of what outlives its session: the user's notes, and past sessions. */
import { sentenceOf } from "../contract/error.ts";
import type { Host } from "../contract/host.ts";
import type { Tool } from "../contract/tool.ts";
import { CallBlocked } from "../contract/world.ts";
import type { Context } from "./context.ts";
import { redacted } from "./redacted.ts";

export const keptFor = (context: Context, tool: Tool): Pick<Host, "memory" | "recall"> => {
  const { memory, search, session, world } = context;
  const changing = <T>(change: () => Promise<T>): Promise<T> =>
    tool.effects.includes("remember")
      ? change()
      : Promise.reject(new CallBlocked(`${tool.name} does not say that it changes notes (effect remember)`));
  return {
    ...(search !== undefined && {
      recall: (query, { limit, everywhere = false }) =>
        search(query, { limit, asker: session, ...(!everywhere && { project: world.root }) }).catch(asFailure),
    }),
    ...(memory !== undefined && {
      memory: {
        list: memory.list,
        search: memory.search,
        save: (draft) => changing(() => memory.save(redacted(context, draft))),
        delete: (name, scope) => changing(() => memory.delete(name, scope)),
      },
    }),
  };
};

/** A search that the store cannot make is a failure of the call, and no reason to end the run. */
const asFailure = (error: unknown): never => {
  throw new Error(sentenceOf(error), { cause: error });
};
