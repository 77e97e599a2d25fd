/** A call that waits for a person: what it would do, and which keys answer. */
import type { CallItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { words } from "./words.ts";

/** What a key does; the face wires them, and leaves out what cannot be done. */
export interface AskKey {
  /** As a person reads it, such as `y`. */
  readonly key: string;
  readonly does: "yes" | "no" | "session" | "always" | "edit" | "explain" | "option";
}

export const drawAsk = (item: CallItem, drawing: Drawing, _keys: readonly AskKey[] = askKeys): Lines =>
  flow([words("tool", `${item.name} ${item.subject}`)], drawing);

/** As they are unless a person changes them. */
export const askKeys: readonly AskKey[] = [
  { key: "y", does: "yes" },
  { key: "n", does: "no" },
  { key: "s", does: "session" },
  { key: "a", does: "always" },
  { key: "e", does: "edit" },
  { key: "?", does: "explain" },
];
