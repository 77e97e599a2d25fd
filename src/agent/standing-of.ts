/** What the log says, at this moment, that a call is judged by. */
import { policy } from "../folds/policy.ts";
import { skills } from "../folds/skills.ts";
import { taint } from "../folds/taint.ts";
import type { Context } from "./context.ts";
import type { Standing } from "./study.ts";

export const standingOf = ({ status, read }: Pick<Context, "status" | "read">): Standing => ({
  mode: status().mode,
  policy: read(policy),
  tainted: read(taint).sources,
  skills: read(skills).limits,
});
