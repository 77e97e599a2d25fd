/** Messages that wait for their turn. */
import type { QueueSlice } from "../../../folds/status/queue.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { line } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

/** In the order in which they are delivered. Empty when none waits. */
export const drawQueue = (queue: QueueSlice["queue"], drawing: Drawing): Lines =>
  queue.map(({ text, steer }, index) => {
    const when = steer ? "next step" : `queued ${index + 1}`;
    const left = [span("dim", drawing.plain ? `${when}: ` : "⋯ "), words("user", text.slice(0, drawing.columns * 2))];
    return line(left, drawing, drawing.plain ? [] : [span("dim", `  ${when}`)]);
  });
