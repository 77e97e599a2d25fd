/** Starts a store in another process, and asks it for things. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Batch, Lease } from "../../src/contract/store.ts";
import type { Command } from "../../src/contract/command.ts";
import type { Reply, Request } from "./store-process.ts";

export interface OtherProcess {
  readonly pid: number;
  readonly create: (session: string) => Promise<unknown>;
  readonly hold: (session: string) => Promise<Lease>;
  readonly append: (batch: Batch) => Promise<unknown>;
  readonly post: (session: string, command: Command) => Promise<unknown>;
  /** Appends for ever; calls back with how many lines are saved. */
  readonly endless: (session: string, saved: (lines: number) => void) => void;
  /** Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
}

export const otherProcess = (directory: string): OtherProcess => {
  const child = fork(new URL("store-process.ts", import.meta.url), [directory], { execArgv: [] });
  const ask = asking(child);
  const gone = once(child, "exit");
  return {
    pid: child.pid ?? -1,
    create: (session) => ask({ method: "create", input: [session] }),
    hold: (session) => ask({ method: "hold", session }) as Promise<Lease>,
    append: (batch) => ask({ method: "append", input: [batch] }),
    post: (session, command) => ask({ method: "post", input: [session, command] }),
    endless: (session, saved) => {
      child.on("message", (reply: Reply) => "saved" in reply && saved(reply.saved));
      void ask({ method: "endless", session });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
};

type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

const asking = (child: ChildProcess) => {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  child.on("message", (reply: Reply) => {
    if ("saved" in reply) return;
    const asked = waiting[reply.id];
    if ("code" in reply) asked?.reject(Object.assign(new Error(String(reply.code)), { code: reply.code }));
    else asked?.resolve(reply.value);
  });
  return (request: Unnumbered<Request>): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    child.send({ ...request, id: waiting.push(asked) - 1 });
    return asked.promise;
  };
};
