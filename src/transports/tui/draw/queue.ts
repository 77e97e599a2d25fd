/** Messages that wait for their turn. */
import type { QueueSlice } from "../../../folds/status/queue.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { line } from "./flow.ts";
import { words } from "./words.ts";

/** Empty when none waits. */
export const drawQueue = (queue: QueueSlice["queue"], drawing: Drawing): Lines =>
  queue.map(({ text }) => line([words("dim", text)], drawing));
