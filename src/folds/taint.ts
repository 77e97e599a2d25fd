/** Where text came from that the model has read and nobody vouches for. What was read once speaks through the model until the session ends. */
import type { Fold } from "../contract/fold.ts";

export interface Taint {
  /** In order of first sight, each once; no more than a few, as one is as bad as many. */
  sources: string[];
}

const maxSources = 20;

export const taint: Fold<Taint> = {
  name: "taint",
  version: 2,
  initial: () => ({ sources: [] }),
  on: {
    "call.finished": (state, { data }) => addAll(state, data.taint),
    "session.opened": (state, { data }) => addAll(state, data.agent?.taint),
    "user.said": (state, { data }) => addAll(state, data.taint),
    "message.queued": (state, { data }) => addAll(state, data.taint),
    "agent.reported": (state, { data }) => addAll(state, data.taint),
    "injection.flagged": (state, { data }) => add(state, data.source),
  },
};

const addAll = (state: Taint, sources: readonly string[] = []): void => {
  for (const source of sources) add(state, source);
};

const add = ({ sources }: Taint, source: string): void => {
  if (sources.length < maxSources && !sources.includes(source)) sources.push(source);
};
