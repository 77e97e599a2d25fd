/** What an unfinished session is at, in words. */
import type { OpenCall, SessionSummary } from "../../../contract/runtime.ts";
import { counted } from "../../terminal/figures.ts";

/** Empty when nothing is left to go on with. */
export const doingText = ({ doing, live }: Pick<SessionSummary, "doing" | "live">): string => {
  if (doing === undefined) return "";
  const { waiting, running, asking, agents, queued } = doing;
  const under = [
    ...running.map((call) => (live ? `runs ${named(call)}` : `was running ${named(call)} when it was cut off`)),
    ...(asking === undefined ? [] : [live ? `asks the model, step ${asking}` : `was asking the model, step ${asking}`]),
  ];
  const told = [
    ...waiting.map((call) => `waits for ${call.asks === "question" ? "an answer" : "approval"}: ${named(call)}`),
    ...under,
    ...(agents > 0 ? [`${counted(agents, "sub-agent")} not done`] : []),
    ...(queued > 0 ? [counted(queued, "queued message")] : []),
  ];
  return told.length > 0 ? told.join("; ") : live ? "at work" : "was cut off between two steps";
};

const named = ({ name, subject }: OpenCall): string => `${name} ${subject}`.trimEnd();
