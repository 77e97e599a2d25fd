/** The sub-agents of a session: which were begun, and what became of them. */
import type { Fold, Handlers } from "../../../contract/fold.ts";
import type { State } from "../../../contract/terms.ts";

export interface SpawnedAgent {
  /** Of its session. */
  readonly id: string;
  /** The name of its type. */
  readonly agent: string;
  /** Empty when it was erased. */
  readonly title: string;
  readonly at: number;
  /** Absent while it is at work. */
  ended?: { readonly state: State; readonly steps: number; readonly at: number } | undefined;
}

export interface Spawned {
  agents: SpawnedAgent[];
}

export const spawned: Fold<Spawned> = {
  name: "spawned",
  version: 1,
  initial: () => ({ agents: [] }),
  on: {
    "agent.spawned": (state, { at, data: { child: id, agent, title = "" } }) => {
      state.agents.push({ id, agent, title, at });
    },
    "agent.reported": (state, { at, data }) => {
      const agent = state.agents.find(({ id }) => id === data.child);
      if (agent !== undefined) agent.ended = { state: data.state, steps: data.steps, at };
    },
  } satisfies Handlers<Spawned>,
};
