/** `kelson skills`: what a model and a person can call by name, whether it is written as it should be, and new ones. */
import { KelsonError } from "../../../contract/error.ts";
import type { SkillKeeper } from "../../../contract/skill.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import type { Define } from "../define.ts";
import { skillPage, skillTable } from "../skill-text.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .command("list")
    .description("all skills that count here: the project's once it is trusted, your own, those of Kelson")
    .option("--json", "one JSON object a line")
    .action((flags: JsonFlag) => list(surroundings, flags));
  command
    .command("show")
    .description("one skill: what it is for, what it may call, what it says")
    .argument("<name>", "as `kelson skills list` shows it")
    .option("--json", "as one JSON object")
    .action((name: string, flags: JsonFlag) => show(surroundings, name, flags));
  command
    .command("check")
    .description("whether skills are written as they should be; exit code 2 when one is not")
    .argument("[skill]", "a name, a SKILL.md or its directory; without it all that stand here, trusted or not")
    .option("--json", "one JSON object a problem")
    .action(async (one: string | undefined, flags: JsonFlag) => end(await check(surroundings, one, flags)));
  command
    .command("new")
    .description("write a skill to be filled in, into this directory's .agents/skills")
    .argument("<name>", "such as release-notes")
    .option("--description <text>", "what it is for, and when to use it")
    .option("--user", "write it among your own skills instead")
    .action((name: string, flags: NewFlags) => create(surroundings, name, flags));
};

interface JsonFlag {
  readonly json?: boolean;
}

interface NewFlags {
  readonly description?: string;
  readonly user?: boolean;
}

const list = async (surroundings: Surroundings, { json }: JsonFlag): Promise<void> => {
  const { stdout, stderr } = surroundings;
  const { list: skills, faults, shadowed } = await (await keeperOf(surroundings)).list();
  if (json) {
    for (const { text: _, ...skill } of skills) stdout.write(`${cleanJson(JSON.stringify(skill))}\n`);
  } else stdout.write(skillTable(skills, tableWidth(stdout)));
  for (const { skill, by } of shadowed)
    stderr.write(`! ${cleanLine(`${by.file} stands in the place of ${skill.name} from ${skill.file ?? "Kelson"}`)}\n`);
  for (const { sentence } of faults) stderr.write(`! ${cleanLine(sentence)}\n`);
};

const show = async (surroundings: Surroundings, name: string, { json }: JsonFlag): Promise<void> => {
  const { list: skills } = await (await keeperOf(surroundings)).list();
  const skill = skills.find((candidate) => candidate.name === name);
  if (skill === undefined) {
    throw new KelsonError("not_found", `there is no skill ${JSON.stringify(name)}`, {
      hint: `The skills are ${skills.map((known) => known.name).join(", ")}.`,
    });
  }
  surroundings.stdout.write(json ? `${cleanJson(JSON.stringify(skill))}\n` : skillPage(skill));
};

/** Gives back the exit code. */
const check = async (surroundings: Surroundings, one: string | undefined, { json }: JsonFlag): Promise<number> => {
  const { stdout, stderr } = surroundings;
  const { files, faults } = await (await keeperOf(surroundings)).check(one);
  for (const fault of faults)
    stdout.write(json ? `${cleanJson(JSON.stringify(fault))}\n` : `✗ ${cleanLine(fault.sentence)}\n`);
  if (faults.length === 0) stderr.write(`✓ ${counted(files, "file")} looked at; all is as it should be.\n`);
  return faults.length === 0 ? 0 : 2;
};

const create = async (surroundings: Surroundings, name: string, flags: NewFlags): Promise<void> => {
  const { stdout, stderr } = surroundings;
  const file = await (await keeperOf(surroundings)).create(name, flags);
  stdout.write(`${cleanLine(file)}\n`);
  const trust = flags.user ? "" : "; it counts here once you say: kelson trust";
  stderr.write(`Write into it what is to be done${trust}\n`);
};

/** What is wrong is told here, and not before. */
const keeperOf = async (surroundings: Surroundings): Promise<SkillKeeper> => {
  const { cwd, env } = surroundings;
  const { skills } = await surroundings.assemble();
  return skills({ configuration: await surroundings.configure({}), cwd, env });
};
