/** The places of skills among those of all content, and what is said of a skill whose name another one has. */
import type { ContentPlace } from "../contract/content.ts";
import type { SkillFault, Skills } from "../contract/skill.ts";

export const skillPlaces = (places: readonly ContentPlace[]): readonly ContentPlace[] =>
  places.filter(({ kind }) => kind === "skills");

/** A skill that takes the place of a built-in one is meant to. */
export const twice = ({ shadowed }: Pick<Skills, "shadowed">): SkillFault[] =>
  shadowed.flatMap(({ skill: { name, file }, by }) =>
    file === undefined
      ? []
      : [{ file, sentence: `${file} does not count: ${name} is that in ${by.file}`, counts: false }],
  );
