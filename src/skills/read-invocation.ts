/** Reads a message of a person that begins with the name of a skill: `/review src`. A path such as `/etc/hosts` calls none. */
import type { Invocation, ReadInvocation, Skill, Skills } from "../contract/skill.ts";
import { resourcesOf } from "./resources.ts";
import { told, useOf } from "./told.ts";

/** `delegates` says whether a model is offered the tool `skill`, which lets a sub-agent do what forks. */
export const readInvocation =
  ({ list }: Pick<Skills, "list">, { delegates }: { readonly delegates: boolean }): ReadInvocation =>
  (message) => {
    const [, name, given = ""] = /^\/(\w[\w-]*)(?:\s+(.*))?$/su.exec(message.trim()) ?? [];
    if (name === undefined) return undefined;
    const skill = list.find((candidate) => candidate.name === name);
    if (skill === undefined) return { ok: false, message: `there is no skill /${name}; ${known(list)}` };
    if (!skill.forUser) return { ok: false, message: `the skill ${name} is for the model alone; ${known(list)}` };
    return skill.forks && skill.forModel && delegates ? delegated(skill) : inForce(skill, given.trim());
  };

const known = (list: readonly Skill[]): string => {
  const names = list.filter(({ forUser }) => forUser).map(({ name }) => `/${name}`);
  return `the skills are ${names.join(", ")}. What is no skill needs a word before the slash`;
};

const delegated = ({ name }: Skill): Invocation => ({
  ok: true,
  text: `The user calls the skill ${name}: call the tool skill with this name and the arguments, and tell what came of it.`,
});

const inForce = (skill: Skill, given: string): Invocation => ({
  ok: true,
  text: `The user calls the skill ${skill.name}; do as it says.\n${told(skill, given, resourcesOf(skill))}`,
  use: useOf(skill),
});
