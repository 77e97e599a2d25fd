/** The part of a prompt that names the skills: nothing of what they say, and the same text whatever is used. */
import type { Skill, Skills } from "../contract/skill.ts";
import type { Source } from "../contract/source.ts";

/** All lines together; what comes after is only named, and then only counted. */
const maxChars = 16_000;
const maxNames = 4_000;

export const skillLayer = ({ list }: Pick<Skills, "list">): Source => ({
  name: "skills",
  gather: () => Promise.resolve([{ layer: "skills", source: "skills", position: "system", text: namesOf(list) }]),
});

const namesOf = (list: readonly Skill[]): string => {
  const usable = list.filter(({ forModel }) => forModel);
  const shown = within(
    usable.map(({ name, description }) => `- ${name}: ${description}`),
    maxChars,
  );
  const rest = usable.slice(shown.length).map(({ name }) => name);
  const named = within(rest, maxNames);
  const more = rest.length - named.length;
  return [
    "Skills are written-down ways to do particular work. When one fits what you are asked for, call the tool skill with its name before you begin, and do as it says.",
    ...shown,
    ...(named.length === 0
      ? []
      : [`Without their descriptions: ${named.join(", ")}${more === 0 ? "" : `, and ${more} more`}.`]),
  ].join("\n");
};

/** As many texts from the beginning as fit. */
const within = (texts: readonly string[], chars: number): readonly string[] => {
  let left = chars;
  const over = texts.findIndex((text) => (left -= text.length + 1) < 0);
  return over === -1 ? texts : texts.slice(0, over);
};
