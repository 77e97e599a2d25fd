/** The tool `skill`: what a skill says, or one of its files; a skill that forks is done by a sub-agent. */
import { z } from "zod";
import type { Skill, Skills, UsedSkill } from "../contract/skill.ts";
import {
  type CallContext,
  failure,
  fromZod,
  textOutcome,
  type Tool,
  tool,
  type ToolOutcome,
} from "../contract/tool.ts";
import { resource, resourcesOf } from "./resources.ts";
import { told, useOf } from "./told.ts";

const input = z.strictObject({
  name: z.string().describe("As in the list of skills"),
  arguments: z.string().optional().describe("What it is to be used on, in the words that it asks for"),
  file: z.string().optional().describe("Read this file of the skill instead, by its path in the skill's directory"),
});

// It declares no target: what it reads is what a person put among the skills, wherever that stands, and nothing else.
export const skillTool = ({ list }: Pick<Skills, "list">): Tool =>
  tool({
    name: "skill",
    description: "Use a skill: read how a particular kind of work is done, and then do it so.",
    input: fromZod(input),
    effects: ["read"],
    parallel: false,
    // For a sub-agent that does it.
    waits: true,
    targets: () => [],
    run: async ({ name, arguments: given = "", file }, context) => {
      context.signal.throwIfAborted();
      const skill = list.find((candidate) => candidate.name === name);
      if (skill === undefined)
        return failure(`there is no skill ${JSON.stringify(name)}; ${known(list)}`, "invalid_arguments");
      if (!skill.forModel) return failure(`only the user can call the skill ${name}: /${name}`, "denied");
      return file === undefined ? use(skill, given.trim(), context) : read(skill, file);
    },
  });

const known = (list: readonly Skill[]): string =>
  `the skills are ${list
    .filter(({ forModel }) => forModel)
    .map(({ name }) => name)
    .join(", ")}`;

const use = (skill: Skill, given: string, { host }: CallContext): ToolOutcome | Promise<ToolOutcome> => {
  if (skill.forks && host.spawn !== undefined) return fork(skill, given, host.spawn);
  const text = told(skill, given, resourcesOf(skill));
  const alone = skill.forks ? "There are no sub-agents here, so do this yourself.\n" : "";
  return used(alone + text, useOf(skill));
};

/** Its limit holds in the sub-agent, and there alone. */
const fork = async (
  skill: Skill,
  given: string,
  spawn: NonNullable<CallContext["host"]["spawn"]>,
): Promise<ToolOutcome> => {
  const { name, model } = skill;
  const task = told(skill, given, resourcesOf(skill));
  const report = await spawn({ task, agent: `skill ${name}`, title: given, skill: useOf(skill), model });
  if (!report.ok) return failure(`the sub-agent of the skill ${skill.name} failed: ${report.text}`);
  return used(report.text, { ...useOf(skill), session: report.session });
};

const used = (text: string, skill: UsedSkill): ToolOutcome => ({ ok: true, parts: [{ type: "text", text }], skill });

const read = (skill: Skill, file: string): ToolOutcome => {
  const { name, directory } = skill;
  if (directory === undefined) return failure(`the skill ${name} has no files`, "invalid_arguments");
  const found = resource(directory, file);
  if (found.ok) return textOutcome(found.text);
  const files = resourcesOf(skill);
  const there = files.length === 0 ? "there are none" : `they are ${files.join(", ")}`;
  return failure(`${JSON.stringify(file)} ${found.why}; of the files of ${name}, ${there}`, "invalid_arguments");
};
