/** `find … -exec`: the command is run with what is found in the place of `{}`. */
import type { Field } from "./expand.ts";
import { findings } from "./findings.ts";
import { judgeProgram } from "./judge-program.ts";
import { findWords, foundBy, isNarrowed } from "./programs/find.ts";
import type { Ends } from "./shell-state.ts";
import { type Invocation, report, sceneOf, type Walk } from "./walk.ts";

/** Runs the commands; find itself is judged by its other words. False when there are none. */
export const unwrapFind = (
  walk: Walk,
  invocation: Invocation,
  run: (walk: Walk, invocation: Invocation) => Ends,
): boolean => {
  const { commands, rest } = cut(invocation.words);
  if (commands.length === 0) return false;
  const { starts, tests } = findWords(rest);
  const paths = foundBy(starts, tests);
  for (const { words, inDirectory } of commands) {
    const state = inDirectory ? { ...invocation.state, places: [] } : invocation.state;
    const some = isNarrowed(tests) && paths.some(({ pattern }) => pattern?.endsWith("/**/*") === true);
    const full = words.flatMap((word) => placed(word, paths, some));
    run(walk, { words: full, state, found: findings(), noFunctions: true });
  }
  judgeProgram(invocation.found, "find", rest, sceneOf(walk, invocation.state));
  report(walk, invocation.found, [{ text: "find" }, ...rest]);
  return true;
};

const placed = (word: Field, paths: readonly Field[], narrowed: boolean): readonly Field[] => {
  if (!word.text.includes("{}")) return [word];
  if (word.text === "{}") return narrowed ? paths.map((path) => ({ ...path, some: true })) : paths;
  return [{ ...word, unknown: `what ${word.text} becomes is known only when it runs`, prefix: "", single: true }];
};

interface Command {
  readonly words: readonly Field[];
  readonly inDirectory: boolean;
}

const cut = (words: readonly Field[]): { readonly commands: readonly Command[]; readonly rest: readonly Field[] } => {
  const commands: Command[] = [];
  const rest: Field[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Field;
    const kind = /^-(?:exec|ok)(dir)?$/u.exec(word.text);
    if (kind === null) {
      rest.push(word);
      continue;
    }
    const end = words.findIndex(
      ({ text }, index) => index > at && (text === ";" || (text === "+" && words[index - 1]?.text === "{}")),
    );
    commands.push({ words: words.slice(at + 1, end === -1 ? undefined : end), inDirectory: kind[1] !== undefined });
    at = end === -1 ? words.length : end;
  }
  return { commands, rest };
};
