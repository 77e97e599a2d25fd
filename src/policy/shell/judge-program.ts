/** What a program with these words does, from the table, or from the file of a program that has a language of its own. */
import type { Field } from "./expand.ts";
import { type Findings, type Scene, touch, unclear } from "./findings.ts";
import { type Arguments, flagValue, hasFlag, readFlags } from "./flags.ts";
import { type Program } from "./programs/program.ts";
import { special } from "./programs/special.ts";
import { programOf } from "./programs/table.ts";

/** Adds to the findings what the program does. `words` are those behind its name. */
export const judgeProgram = (found: Findings, name: string, words: readonly Field[], scene: Scene): void => {
  const judge = special(name);
  if (judge !== undefined) return judge(found, words, scene);
  const program = programOf(name);
  if (program === undefined) return unknownProgram(found, words);
  judgeByTable(found, program, words, scene);
};

// It is known what is run, not what that does.
const unknownProgram = (found: Findings, words: readonly Field[]): void => {
  found.effects.add("execute");
  const unknown = words.find((word) => word.unknown !== undefined)?.unknown;
  if (unknown !== undefined) unclear(found, unknown);
};

const judgeByTable = (found: Findings, program: Program, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, program.flags);
  for (const effect of program.effects) found.effects.add(effect);
  for (const { use, field } of given.paths) touch(found, use === "reads" ? "read" : "write", field, scene);
  if (given.strange !== undefined && !(program.flags.any && program.operands === "nothing"))
    strange(found, program, given);
  const operands = program.expressionFlags !== undefined && hasFlag(given, ...program.expressionFlags);
  touchOperands(found, { ...program, ...(operands ? { operands: withoutExpression(program) } : {}) }, given, scene);
};

// A flag that nobody knows may run anything; a word that may be a flag is asked about when there are such flags.
const strange = (found: Findings, program: Program, { strange: why, operands }: Arguments): void => {
  if (!program.flags.any) found.effects.add("execute");
  if (operands.some((operand) => operand.unknown === why)) unclear(found, why ?? "");
};

const withoutExpression = ({ operands }: Program): Program["operands"] =>
  operands === "expression, changes" ? "changes" : "reads";

const touchOperands = (found: Findings, program: Program, given: Arguments, scene: Scene): void => {
  const { operands } = given;
  const touchAll = (use: Parameters<typeof touch>[1], fields: readonly Field[]): void => {
    for (const field of fields) touch(found, use, field, scene);
  };
  const paths = program.operands.startsWith("expression") ? operands.slice(1) : operands;
  const target = program.targetFlags === undefined ? undefined : flagValue(given, ...program.targetFlags);
  switch (program.operands) {
    case "nothing":
      return;
    case "formats":
      if (operands.some(({ text }) => !text.startsWith("+"))) found.effects.add("execute");
      return;
    case "none allowed":
    case "version only":
      if (operands.length > 0 || (program.operands === "version only" && given.flags.length === 0))
        found.effects.add("execute");
      return;
    case "hosts":
      return hosts(found, operands);
    case "reads":
    case "expression, reads":
      touchAll("read", paths);
      // Some take the words in a file for their own: `strings @file`. They complain of each that is no file.
      touchAll(
        "read",
        paths.filter(({ text }) => text.startsWith("@")).map(({ text }) => ({ text: text.slice(1) })),
      );
      if (paths.length === 0 && readsHere(program, given)) touch(found, "read", { text: "." }, scene);
      return;
    case "writes":
      return touchAll("write", operands);
    case "overwrites":
      return touchAll(hasFlag(given, "-a", "--append") ? "write" : "overwrite", operands);
    case "deletes":
      return touchAll("delete", operands);
    case "changes":
    case "expression, changes":
      return touchAll(hasFlag(given, ...(program.recursiveFlags ?? [])) ? "change" : "write", paths);
    case "read then write":
      touchAll("read", operands.slice(0, 1));
      return touchAll("overwrite", operands.slice(1));
    case "reads then writes":
    case "moves then writes":
      touchAll(program.operands === "reads then writes" ? "read" : "move", target ? operands : sources(operands));
      return touchAll("overwrite", target ? [] : operands.slice(-1));
  }
};

const sources = (operands: readonly Field[]): readonly Field[] =>
  operands.length > 1 ? operands.slice(0, -1) : operands;

const readsHere = ({ readsHere: here }: Program, given: Arguments): boolean =>
  here === true || (here !== undefined && hasFlag(given, ...here));

const hosts = (found: Findings, operands: readonly Field[]): void => {
  for (const { text, unknown } of operands) {
    if (unknown !== undefined) unclear(found, unknown);
    else found.hosts.add(text.replace(/^@/u, ""));
  }
};
