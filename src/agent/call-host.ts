/** What a call of a living session can ask of the runtime. */
import { type Host, Paused } from "../contract/host.ts";
import type { Tool } from "../contract/tool.ts";
import { CallBlocked } from "../contract/world.ts";
import type { OpenCall } from "../folds/status/calls.ts";
import { childrenHost } from "./children/children-host.ts";
import { spawn } from "./children/spawn.ts";
import type { Context } from "./context.ts";
import { keptFor } from "./kept.ts";

export const callHost = (context: Context, { id, answers }: OpenCall, tool: Tool) => {
  let asked = 0;
  return (signal: AbortSignal): Host => ({
    spawn: (task) => spawn(context, { call: id, task, signal }),
    children: childrenHost(context, { call: id, signal }),
    ask: (question) => {
      const answer = answers[asked];
      asked += 1;
      if (answer !== undefined) return Promise.resolve(answer);
      if (context.status().settings?.onAsk === "ask") return Promise.reject(new Paused(question));
      return Promise.reject(new CallBlocked("nobody is there to answer the question"));
    },
    ...keptFor(context, tool),
  });
};
