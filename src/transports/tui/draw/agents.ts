/** Sub-agents at work, a line each. */
import type { Child } from "../../../folds/status/children.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { line } from "./flow.ts";
import { words } from "./words.ts";

/** `beganAt` in milliseconds since 1970, where it is known. */
export interface AgentAtWork {
  readonly child: Child;
  readonly beganAt?: number | undefined;
}

/** Empty when none is at work. */
export const drawAgents = (agents: readonly AgentAtWork[], drawing: Drawing): Lines =>
  agents.map(({ child }) => line([words("text", `${child.agent} ${child.title}`)], drawing));
