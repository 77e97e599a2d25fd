/** A key that counts when it comes twice, such as Escape. */
import type { Action } from "./key-table.ts";
import type { Keys } from "./keys.ts";

/** So long after the first press the second still counts. */
const withinMs = 600;

/** Is told of every press, and says whether this one is the second. `now` gives milliseconds. */
export const twice = (keys: Keys, action: Action, now: () => number): ((data: string) => boolean) => {
  let first: number | undefined;
  return (data) => {
    // Two presses of Escape that arrive at once look like one key with Alt.
    if (data === "\u001b\u001b" && keys.matches("\u001b", action)) return true;
    const before = first;
    const matches = keys.matches(data, action);
    first = matches ? now() : undefined;
    if (!matches || before === undefined || now() - before > withinMs) return false;
    first = undefined;
    return true;
  };
};
