/** A delta: what is live only and never stored. */

/**
 * A fragment of a reply, of a tool's output, or of what a sub-agent does. `seq` is that of its `model.asked`, `call.started` or
 * `agent.spawned`, `offset` counts the characters of this seq, kind, call and child before it, so that a late joiner can put
 * events, draft and deltas together.
 */
export interface Delta {
  readonly session: string;
  readonly seq: number;
  readonly kind: "text" | "reasoning" | "input" | "output" | "agent";
  readonly call?: string | undefined;
  /** With `agent`: the sub-agent's session. Its text has a line for each call that it makes: the tool, and what about. */
  readonly child?: string | undefined;
  readonly offset: number;
  readonly text: string;
}
