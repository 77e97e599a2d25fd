/** What a call can ask about the sub-agents of its session: who is at work, and to wait for, tell or stop one. */
import type { Host } from "../../contract/host.ts";
import { CallBlocked } from "../../contract/world.ts";
import { type Child, waitsForAnswer } from "../../folds/status/children.ts";
import { taint } from "../../folds/taint.ts";
import { aborted } from "./aborted.ts";
import type { Context } from "../context.ts";

/** Commands are keyed by the call, so that one which runs again after a crash says nothing twice. */
export const childrenHost = (
  context: Context,
  { call, signal }: { readonly call: string; readonly signal: AbortSignal },
): NonNullable<Host["children"]> => {
  const { nursery } = context;
  const named = (id: string): Child => {
    const { children } = context.status();
    const child = children.find((one) => one.id === id) ?? children.find((one) => one.id.endsWith(`.${id}`));
    if (child !== undefined) return child;
    const known = children.map((one) => one.id).join(", ");
    throw new CallBlocked(`no sub-agent ${id} is at work; ${known === "" ? "none is" : `at work: ${known}`}`);
  };
  const id = `${context.status().step}:${call}`;
  return {
    list: () =>
      context.status().children.map((child) => ({
        session: child.id,
        agent: child.agent,
        title: child.title,
        state: waitsForAnswer(child) ? "waiting for the user" : "working",
      })),
    wait: async (session) => {
      const child = named(session);
      const stop = aborted(signal);
      while (!signal.aborted && context.status().children.some((one) => one.id === child.id && !waitsForAnswer(one))) {
        const changed = context.changed();
        nursery.tend();
        await Promise.race([changed, nursery.failed(), stop]);
      }
    },
    tell: async (session, text) => {
      const sources = context.read(taint).sources;
      const parts = [{ type: "text" as const, text }];
      await nursery.send(named(session).id, { type: "say", id, parts, steer: true, taint: [...sources] });
      nursery.tend();
    },
    cancel: async (session) => {
      const child = named(session);
      await nursery.send(child.id, { type: "cancel", id });
      nursery.tend();
      // Its question is gone before anybody looks for what is asked.
      if (waitsForAnswer(child)) await nursery.rested(child.id);
    },
  };
};
