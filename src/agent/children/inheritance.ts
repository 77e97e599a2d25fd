/** What a sub-agent gets from its parent, as that one stands when it begins. */
import type { Mode, RuleEntry } from "../../contract/terms.ts";
import { birth } from "../../folds/birth.ts";
import { policy } from "../../folds/policy.ts";
import { taint } from "../../folds/taint.ts";
import { answeredRules } from "../study.ts";
import type { Context } from "../context.ts";

export interface Inheritance {
  readonly cwd: string;
  readonly mode: Mode;
  readonly trace: string;
  /** What a person answered for longer. */
  readonly rules: readonly RuleEntry[];
  /** Where text came from that the parent has read and nobody vouches for. */
  readonly taint: readonly string[];
}

export const inheritanceOf = ({ world, read, status }: Pick<Context, "world" | "read" | "status">): Inheritance => {
  const { rules, trace } = read(birth);
  return {
    cwd: world.root,
    mode: status().mode,
    trace,
    rules: [...rules, ...answeredRules(read(policy))],
    taint: read(taint).sources,
  };
};
