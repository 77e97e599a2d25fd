/** Sub-agents at work, a line each. */
import { type Child, waitsForAnswer } from "../../../folds/status/children.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { elapsed } from "./elapsed.ts";
import { line } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

/** `beganAt` in milliseconds since 1970, where it is known; `doing` is its newest call. */
export interface AgentAtWork {
  readonly child: Child;
  readonly beganAt?: number | undefined;
  readonly doing?: string | undefined;
}

/** Empty when none is at work. */
export const drawAgents = (agents: readonly AgentAtWork[], drawing: Drawing): Lines =>
  agents.map((agent) => agentLine(agent, drawing));

const agentLine = ({ child, beganAt, doing }: AgentAtWork, drawing: Drawing): string => {
  const { now, plain } = drawing;
  const asks = waitsForAnswer(child);
  const role = asks ? "warning" : "accent";
  const sign = plain ? "sub-agent " : asks ? "? " : "◆ ";
  const state = asks ? "asks you" : child.background ? "in the background" : "";
  const time = beganAt === undefined || plain ? "" : elapsed(now - beganAt);
  const right = [state, time].filter((text) => text !== "").map((text) => words(asks ? "warning" : "dim", `  ${text}`));
  const title = child.title === "" ? child.task : child.title;
  const about = words("text", title === "" ? "" : `: ${title}`);
  // What changes as it works would be read out again and again.
  const newest = doing === undefined || asks || plain ? [] : [words("dim", `  ▸ ${doing}`)];
  return line([span(role, sign), words("tool", child.agent), about, ...newest], drawing, right);
};
