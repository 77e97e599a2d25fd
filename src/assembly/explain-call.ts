/** Explains how a call, as a person writes it, would be judged here. */
import { explain } from "../agent/explain.ts";
import type { Grounds } from "../agent/study.ts";
import { KelsonError } from "../contract/error.ts";
import type { ExplainedCall } from "../contract/options.ts";
import type { Mode } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { toolNamed } from "../contract/familiar-names.ts";
import type { SkillLimit } from "../folds/skills.ts";

export interface ExplainPlace {
  readonly tools: readonly Tool[];
  readonly world: World;
  readonly grounds: Grounds;
  readonly mode: Mode;
  /** Those in force. */
  readonly skills: readonly SkillLimit[];
}

/** The text is a tool and its arguments: JSON, or the value of its first argument. KelsonError `bad_input` for others. */
export const explainCall = async (place: ExplainPlace, text: string): Promise<ExplainedCall> => {
  const [, name = "", rest = ""] = /^\s*(\S+)\s*(.*?)\s*$/su.exec(text) ?? [];
  const tool = place.tools.find((candidate) => candidate.name === toolNamed(name));
  if (tool === undefined) {
    throw new KelsonError("bad_input", `there is no tool ${JSON.stringify(name)}`, {
      hint: `The tools are ${place.tools.map((candidate) => candidate.name).join(", ")}.`,
    });
  }
  const parsed = tool.input.parse(argumentsOf(tool, rest));
  if (!parsed.ok) throw new KelsonError("bad_input", `${tool.name} cannot be called so: ${parsed.message}`);
  const { verdict, grant } = await explain(place, tool, parsed.value);
  const { decision, rule, aspects } = verdict;
  return {
    tool: tool.name,
    mode: place.mode,
    sandbox: place.world.describe().sandbox,
    decision,
    rule,
    reason: verdict.decision === "deny" ? verdict.reason : undefined,
    aspects: aspects.map(({ about, judgement }) => ({ about, decision: judgement.decision, rule: judgement.rule })),
    grant: decision === "ask" ? grant : undefined,
  };
};

const argumentsOf = (tool: Tool, text: string): unknown => {
  if (text.startsWith("{")) return parsedJson(text);
  const { required = [] } = tool.input.json as { required?: readonly string[] };
  const [first] = required;
  return first === undefined || text === "" ? {} : { [first]: text };
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KelsonError("bad_input", `the arguments are not JSON: ${text}`, { cause });
  }
};
