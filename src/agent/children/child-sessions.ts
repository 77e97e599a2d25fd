/** Opens the sessions of sub-agents: makes them when they are not there, and takes no other session for one. */
import { KelsonError } from "../../contract/error.ts";
import type { NewEvent } from "../../contract/event.ts";
import type { Session } from "../../contract/runtime.ts";
import type { Line, Store } from "../../contract/store.ts";
import { birth, type Birth } from "../../folds/birth.ts";
import type { Child } from "../../folds/status/children.ts";
import type { SharedSessions } from "../shared-sessions.ts";
import type { Inheritance } from "./inheritance.ts";
import type { ChildSessions } from "./open-nursery.ts";

export interface ChildSessionsParts extends Pick<SharedSessions, "share"> {
  readonly store: Store;
  readonly open: (session: string) => Promise<Session>;
  readonly begin: Begin;
}

/** Writes the first lines of a session. `isNamed`: the store knows it, without any line. */
export type Begin = (
  session: string,
  first: { readonly born: Birth; readonly events: readonly NewEvent[]; readonly isNamed?: boolean },
) => Promise<Session>;

export const childSessions = ({ store, share, open, begin }: ChildSessionsParts, parent: string): ChildSessions => ({
  isThere: async ({ id }) => (await lastLine(store, id)) !== "none",
  open: async (child, inheritance) => {
    const { id } = child;
    const session = await share(id, async () => {
      const last = await lastLine(store, id);
      if (last !== "none" && last !== undefined) return open(id);
      const born = await birthOf({ store, parent }, child, inheritance);
      return begin(id, { born, events: firstEvents(child, inheritance), isNamed: last === undefined });
    });
    const { parent: known } = await session.read(birth);
    if (known?.session === parent && known.call === child.call) return session;
    await session.close();
    throw new KelsonError("refused", `session ${id} is there already, and is no sub-agent of ${parent}`);
  },
});

const lastLine = async (store: Store, session: string): Promise<Line | undefined | "none"> => {
  try {
    return await store.last(session);
  } catch (error) {
    if (error instanceof KelsonError && error.code === "not_found") return "none";
    throw error;
  }
};

const birthOf = async (
  { store, parent }: { readonly store: Store; readonly parent: string },
  { seq, call, agent: name, depth, tools, model, limits, prompt, isolation }: Child,
  { cwd, trace, rules, taint }: Inheritance,
): Promise<Birth> => ({
  kind: "agent",
  cwd,
  trace,
  parent: { session: parent, seq, seal: await sealOf(store, parent, seq), call },
  agent: { name, depth, tools, model, limits, taint: [...taint], ...(isolation !== "none" && { alone: true }) },
  prompt,
  rules: [...rules],
});

const firstEvents = ({ title }: Child, { mode, skills }: Inheritance): NewEvent[] => [
  ...skills.map((skill): NewEvent => ({ type: "skill.used", data: { ...skill, by: "agent" } })),
  { type: "mode.changed", data: { to: mode, by: "agent" } },
  ...(title === "" ? [] : [{ type: "session.named", data: { by: "agent", title } } as const]),
];

const sealOf = async (store: Store, session: string, seq: number): Promise<string> => {
  for await (const [line] of store.read(session, { from: seq, bodies: false }))
    if (line !== undefined) return line.seal;
  throw new KelsonError("not_found", `session ${session} has no line ${seq}`);
};
