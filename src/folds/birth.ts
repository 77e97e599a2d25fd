/** How a session began: a person's own, or a sub-agent's with all that it is held to. */
import type { EventData } from "../contract/event.ts";
import type { Fold } from "../contract/fold.ts";

type Opened = EventData<"session.opened">;

export interface Birth {
  kind: Opened["kind"];
  cwd: string;
  trace: string;
  parent: Opened["parent"] | null;
  agent: NonNullable<Opened["agent"]> | null;
  prompt: string;
  rules: NonNullable<Opened["rules"]>;
}

export const birth: Fold<Birth> = {
  name: "birth",
  version: 1,
  initial: () => ({ kind: "main", cwd: "", trace: "", parent: null, agent: null, prompt: "", rules: [] }),
  on: {
    "session.opened": (state, { data }) => {
      const { kind, cwd, trace, parent = null, agent = null, prompt = "", rules = [] } = data;
      Object.assign(state, { kind, cwd, trace, parent, agent, prompt, rules });
    },
  },
};
