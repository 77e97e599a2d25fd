/** A delta: what is live only and never stored. */

/**
 * A fragment of a reply or of a tool's output. `seq` is that of its `model.asked` or `call.started`, `offset` counts the
 * characters of this seq, kind and call before it, so that a late joiner can put events, draft and deltas together.
 */
export interface Delta {
  readonly session: string;
  readonly seq: number;
  readonly kind: "text" | "reasoning" | "input" | "output";
  readonly call?: string | undefined;
  readonly offset: number;
  readonly text: string;
}
