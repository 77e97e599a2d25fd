/** The end of a run: how it ended, how long it took, and what can be done where it did not go well. */
import type { EndItem } from "../../../folds/transcript-item.ts";
import type { FinalState } from "../../../contract/terms.ts";
import { duration } from "../../terminal/figures.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { flow, line } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

const looks = {
  completed: { role: "success", sign: "✓", says: "done" },
  cancelled: { role: "warning", sign: "■", says: "stopped" },
  error: { role: "error", sign: "✗", says: "failed" },
  max_steps: { role: "warning", sign: "!", says: "out of steps" },
  timed_out: { role: "warning", sign: "!", says: "out of time" },
  budget_exceeded: { role: "warning", sign: "!", says: "out of budget" },
} as const satisfies Record<FinalState, { role: Role; sign: string; says: string }>;

export const drawEnd = (item: EndItem, drawing: Drawing): Lines => {
  const { role, sign, says } = looks[item.state];
  const time = ` after ${duration(item.durationMs)}`;
  const first = line(
    [span(role, drawing.plain ? `end of the run: ${says}` : `${sign} ${says}`), span("dim", time)],
    drawing,
  );
  const margin = { first: [span("text", "  ")], rest: [span("text", "  ")] };
  const below = (own: Role, text: string | undefined): Lines =>
    text === undefined || text === "" ? [] : flow([words(own, text)], drawing, margin);
  if (item.state === "completed" && item.why !== "cut off") return [first];
  const message = item.state === "cancelled" ? "" : (item.message ?? item.why);
  return [first, ...below(item.state === "error" ? "error" : "text", message), ...below("dim", adviceFor(item))];
};

/** By the first words of why it ended, then by how. */
const adviceFor = ({ state, why }: EndItem): string | undefined =>
  advice.find(([beginning]) => why.startsWith(beginning))?.[1] ?? (state === "error" ? otherwise : undefined);

const otherwise = "What was done so far is saved. Say what to do next, or /rewind to go back.";

const advice: readonly (readonly [string, string])[] = [
  [
    "model authentication",
    "Check the key of this provider: /doctor tells what it finds. /model chooses another model.",
  ],
  ["model budget", "The provider's account has no credit left. /model chooses another model."],
  ["model rate_limit", "Wait a little and say “go on”, or choose another model with /model."],
  ["model overloaded", "Wait a little and say “go on”, or choose another model with /model."],
  ["model server", "Wait a little and say “go on”, or choose another model with /model."],
  ["model network", "Check the connection, then say “go on”. /doctor asks the provider."],
  ["model timeout", "Say “go on” to try again, or choose another model with /model."],
  ["model context_overflow", "/compact makes room, /model chooses a model with a larger window."],
  ["model invalid_request", "The provider refused the request: /model chooses another model."],
  ["refusal", "Say it in other words, or choose another model with /model."],
  ["no progress", "It did the same again and again. Say what it should do differently."],
  ["cut off", "The answer is longer than a reply may be. Say “go on” for the rest."],
  ["limit", "Say “go on” for another run under the same limit."],
  ["bug", "This is a fault of Kelson: please report it. What was done so far is saved."],
];
