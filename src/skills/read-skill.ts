/** Reads a skill from the text of its file, by the standard of Agent Skills (agentskills.io): lenient where no harm is done. */
import { hash } from "node:crypto";
import { basename } from "node:path";
import type { Skill } from "../contract/skill.ts";
import { readDocument } from "../documents/front-matter.ts";
import { allowedToolsIn } from "./allowed-tools.ts";
import { type Fields, flagIn, type Say, textIn } from "./fields.ts";
import type { Candidate } from "./walk-place.ts";

/** `problems` are ends of sentences about the file; without a skill they say why there is none. */
export interface ReadSkill {
  readonly skill?: Skill | undefined;
  readonly problems: readonly string[];
}

/** Characters, as the standard has them, and of the text as much as one output of a tool is shown. */
export const most = { name: 64, description: 1_024, compatibility: 500, text: 30_000 };

const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

export const isSkillName = (value: unknown): value is string =>
  typeof value === "string" && shape.test(value) && value.length <= most.name;

export const nameRule = "1 to 64 of a-z, 0-9 and single hyphens between them";

export const readSkill = async (
  { file, directory }: Candidate,
  source: Skill["source"],
  written: string,
): Promise<ReadSkill> => {
  const { fields, text, fault } = await readDocument(written);
  if (fault !== undefined) return { problems: [`cannot be used: ${fault}`] };
  const problems: string[] = [];
  const say: Say = (problem) => void problems.push(problem);
  const none = (problem: string): ReadSkill => ({ problems: [...problems, problem] });

  const name = nameOf(fields["name"], directory ?? file, directory !== undefined, say);
  if (name === undefined) return { problems };
  const description = textIn(fields, "description", most.description, say);
  if (description === undefined) return none("has no description, which says when to use it");
  if (text.trim() === "") return none("says nothing below its front matter");
  const allowed = allowedToolsIn(fields["allowed-tools"]);
  if (!allowed.ok) return none(allowed.why);
  problems.push(...allowed.problems);
  const skill = {
    name,
    source,
    file,
    digest: hash("sha256", written),
    allowedTools: allowed.rules,
    description,
    text: text.trim(),
    directory,
    argumentHint: textIn(fields, "argument-hint", most.description, say),
    compatibility: textIn(fields, "compatibility", most.compatibility, say),
    model: modelIn(fields, say),
    forks: forks(fields["context"], say),
    forModel: !flagIn(fields, "disable-model-invocation", false, say),
    forUser: flagIn(fields, "user-invocable", true, say),
  };
  checkMetadata(fields["metadata"], say);
  if (skill.text.length > most.text)
    say(`says ${skill.text.length} characters; of more than ${most.text} a model may be shown no more than the ends`);
  return { skill, problems };
};

/** The name that it says, else that of the directory or file where it stands. */
const nameOf = (said: unknown, path: string, mustMatch: boolean, say: Say): string | undefined => {
  const place = basename(path, ".md");
  if (isSkillName(said)) {
    if (mustMatch && said !== place) say(`is called ${said} and should be called ${place}, like its directory`);
    return said;
  }
  if (said === undefined || said === null) say("has no name");
  else say(`has the name ${JSON.stringify(said)}, which must be ${nameRule}`);
  if (isSkillName(place)) return place;
  say(`and ${JSON.stringify(place)}, where it stands, is no name either: one is ${nameRule}`);
  return undefined;
};

const forks = (value: unknown, say: Say): boolean => {
  const known = value === undefined || value === null || value === "inline" || value === "fork";
  if (!known) say(`has the context ${JSON.stringify(value)}, which must be inline or fork`);
  return value === "fork";
};

/** Other agents have short names of their own. */
const modelIn = (fields: Fields, say: Say): string | undefined => {
  const model = textIn(fields, "model", most.description, say);
  if (model === undefined || model === "inherit" || model.includes("/")) return model === "inherit" ? undefined : model;
  say(`has the model ${JSON.stringify(model)}, which must be provider/model; that of the session is taken`);
  return undefined;
};

const checkMetadata = (value: unknown, say: Say): void => {
  if (value === undefined || value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) say("has metadata that are no names with values");
};
