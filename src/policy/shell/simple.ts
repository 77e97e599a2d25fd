/** Simple commands: what their substitutions run, what they assign, where they write; then their words are run. */
import type { ShellAssignment, ShellWord, SimpleCommand } from "../../contract/shell.ts";
import { changesPrograms, isQuiet } from "./environment.ts";
import { expand, expandValue, type Field } from "./expand.ts";
import { type Findings, findings, unclear } from "./findings.ts";
import { redirects } from "./redirects.ts";
import { runWords } from "./run-words.ts";
import { both, type Ends, type ShellState, valueOf, withVariable } from "./shell-state.ts";
import { withStrange } from "./strange.ts";
import { type Input, reportAround, type Walk } from "./walk.ts";

export const simple = (walk: Walk, command: SimpleCommand, state: ShellState, input?: Input): Ends => {
  const found = findings();
  const values = command.assignments.map(({ value }) => value);
  const targets = command.redirects.map(({ target }) => target);
  const after = substitutions(walk, [...command.words, ...values, ...targets], state);
  const own = redirects(found, command.redirects, { place: walk.place, state: after });
  const words = wordsOf(command.words, after);
  if (words.length === 0) {
    const assigned = command.assignments.reduce((now, assignment) => assign(found, assignment, now), after);
    reportAround(walk, found, []);
    return both(assigned);
  }
  prefixes(found, command.assignments, words[0]?.text ?? "", after);
  return runWords(walk, { words, state: after, found, input: own ?? input });
};

/** Runs what words substitute, each in a process of its own; gives the state with the variables that expanding them sets. */
export const substitutions = (walk: Walk, words: readonly ShellWord[], state: ShellState): ShellState => {
  let now = state;
  for (const { pieces } of words) {
    for (const piece of pieces) {
      if (piece.kind !== "unknown") continue;
      const { escapes } = walk;
      walk.escapes = [];
      walk.forks += 1;
      for (const nodes of piece.runs) walk.nodes(walk, nodes, now);
      walk.forks -= 1;
      walk.escapes = escapes;
      for (const name of assignedBy(piece.source)) now = withVariable(now, name, undefined);
    }
  }
  return now;
};

// `${a:=b}`, and all names in arithmetic that assigns.
const assignedBy = (source: string): readonly string[] => {
  const defaults = [...source.matchAll(/\$\{(\w+)(?:\[[^\]]*\])?:?=/gu)].map((match) => match[1] ?? "");
  if (!source.includes("((") || !/=|\+\+|--/u.test(source)) return defaults;
  return [...defaults, ...(source.match(/[A-Za-z_]\w*/gu) ?? [])];
};

const declares = /^(?:export|declare|typeset|local|readonly)$/u;

// The words of a declaration are not split where they assign.
const wordsOf = (words: readonly ShellWord[], state: ShellState): readonly Field[] => {
  const [first, ...more] = words;
  if (first === undefined || !declares.test(first.source)) return words.flatMap((word) => expand(word, state));
  return [
    { text: first.source },
    ...more.flatMap((word): readonly Field[] => {
      if (!/^[A-Za-z_]\w*\+?=/u.test(word.source)) return expand(word, state);
      const text = /[=:]~/u.test(word.source) ? undefined : expandValue(word, state);
      if (text !== undefined) return [{ text }];
      const prefix = word.source.slice(0, word.source.indexOf("=") + 1);
      return [{ text: word.source, unknown: `the value of ${word.source} is not known`, prefix, single: true }];
    }),
  ];
};

const assign = (found: Findings, assignment: ShellAssignment, state: ShellState): ShellState => {
  const { name, append } = assignment;
  const value = valueAfter(assignment, state);
  if (value !== undefined && /\$\(|`/u.test(value)) unclear(found, `${name} is given text that a shell could run`);
  if (name === "IFS") unclear(found, "IFS is changed, so words are split in another way");
  const next = withVariable(state, name, append && typeof valueOf(state, name) !== "string" ? undefined : value);
  return changesPrograms(name) ? withStrange(next, name) : next;
};

const valueAfter = ({ name, append, value: word }: ShellAssignment, state: ShellState): string | undefined => {
  const value = /:~/u.test(word.source) ? undefined : expandValue(word, state);
  const before = append ? valueOf(state, name) : "";
  return value === undefined || typeof before !== "string" ? undefined : before + value;
};

// What is set for one command matters to that command only.
const prefixes = (
  found: Findings,
  assignments: readonly ShellAssignment[],
  program: string,
  state: ShellState,
): void => {
  for (const assignment of assignments) {
    const { name } = assignment;
    const value = valueAfter(assignment, state);
    if (name === "IFS" && /^(?:read|mapfile|readarray)$/u.test(program)) continue;
    if (name === "IFS" || (changesPrograms(name) && /^(?:eval|source|\.|cd|exec|export|declare)$/u.test(program))) {
      unclear(found, `${name} is changed for ${program}`);
    } else if (!isQuiet(name, value)) found.effects.add("execute");
  }
};
