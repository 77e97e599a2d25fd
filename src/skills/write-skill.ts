/** Writes a skill to be filled in, as the standard has it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { writeDocument } from "../documents/front-matter.ts";
import { isSkillName, most, nameRule } from "./read-skill.ts";
import { skillFile } from "./walk-place.ts";

const text = `Say here, step by step, how it is done: what to look at first, what to do, how to know that it is right.

What it is to be used on: $ARGUMENTS
`;

/** Gives back the file. KelsonError `bad_input` when the name or the description is none, or a skill is there already. */
export const writeSkill = async (
  place: string,
  name: string,
  description = "What this is for, and when to use it.",
): Promise<string> => {
  if (!isSkillName(name))
    throw new KelsonError("bad_input", `a skill cannot be called ${JSON.stringify(name)}`, {
      hint: `A name is ${nameRule}, such as release-notes.`,
    });
  if (description.trim() === "" || description.length > most.description)
    throw new KelsonError(
      "bad_input",
      `a description has 1 to ${most.description} characters, got ${description.length}`,
    );
  const directory = join(place, name);
  const file = join(directory, skillFile);
  const written = await writeDocument({ name, description }, text);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(file, written, { flag: "wx" });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "is there already" : `cannot be written: ${message}`;
    throw new KelsonError("bad_input", `${file} ${why}`, { cause });
  }
  return file;
};
