/** The skills of a configuration, as parts of what is put together: the tool, the layer of the prompt, the reader of messages. */
import type { Parts } from "../agent/context.ts";
import { KelsonError } from "../contract/error.ts";
import type { Here } from "../contract/options.ts";
import type { Skills } from "../contract/skill.ts";
import type { Source } from "../contract/source.ts";
import type { Tool } from "../contract/tool.ts";
import type { SkillLimit } from "../folds/skills.ts";
import { skillPlaces, twice } from "./skill-places.ts";

/** More than so many sentences before a run nobody reads. */
const mostTold = 5;

/** Those that count; undefined for a program that brings its own parts and reads no places. */
export const skillsFor = async ({
  configuration,
  warn,
}: Pick<Here, "configuration" | "warn">): Promise<Skills | undefined> => {
  if (configuration.contentPlaces === undefined) return undefined;
  const { loadSkills } = await import("../skills/load-skills.ts");
  const skills = await loadSkills(skillPlaces(configuration.contentPlaces));
  const sentences = [...skills.faults, ...twice(skills)].map(({ sentence }) => sentence);
  for (const sentence of sentences.slice(0, mostTold)) warn?.(sentence);
  const left = sentences.length - mostTold;
  if (left > 0) warn?.(`and ${left} more files of skills are not as they should be; all of them: kelson skills check`);
  return skills;
};

/** Only what is named in a prompt can be called by a model. */
export const toolOfSkills = async (skills: Skills | undefined): Promise<readonly Tool[]> =>
  skills?.list.some(({ forModel }) => forModel) === true
    ? [(await import("../skills/skill-tool.ts")).skillTool(skills)]
    : [];

/** A prompt names them only where the model has the tool for them; a person may call them everywhere. */
export const skillParts = async (
  skills: Skills | undefined,
  tools: readonly Tool[],
): Promise<{ readonly sources: readonly Source[] } & Pick<Parts, "readInvocation">> => {
  if (skills === undefined) return { sources: [] };
  const [{ skillLayer }, { readInvocation }] = await Promise.all([
    import("../skills/skill-layer.ts"),
    import("../skills/read-invocation.ts"),
  ]);
  const delegates = tools.some(({ name }) => name === "skill");
  return {
    sources: delegates ? [skillLayer(skills)] : [],
    readInvocation: readInvocation(skills, { delegates }),
  };
};

/** The limit of one that is in force. KelsonError `bad_input` when there is none of this name. */
export const limitsOf = (skills: Skills | undefined, name: string): SkillLimit[] => {
  const skill = skills?.list.find((candidate) => candidate.name === name);
  if (skill === undefined)
    throw new KelsonError("bad_input", `there is no skill ${JSON.stringify(name)}`, {
      hint: `The skills are ${skills?.list.map((known) => known.name).join(", ") ?? "none"}.`,
    });
  return skill.allowedTools === undefined ? [] : [{ name, allowedTools: skill.allowedTools }];
};
