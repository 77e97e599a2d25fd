/** What the right side of a pipe reads, as far as the left side tells. */
import type { ShellNode } from "../../contract/shell.ts";
import { expand, expandValue, type Field } from "./expand.ts";
import { findWords, foundBy, isNarrowed } from "./programs/find.ts";
import type { ShellState } from "./shell-state.ts";
import type { Input } from "./walk.ts";

export const pipedInput = (stage: ShellNode | undefined, state: ShellState): Input => {
  if (stage?.kind !== "simple") return { from: "the pipe" };
  const [program, ...words] = stage.words.flatMap((word) => expand(word, state));
  const from = program?.text ?? "the pipe";
  if (words.some(({ unknown }) => unknown !== undefined)) return { from };
  const heredoc = stage.redirects.find(({ operator }) => operator.startsWith("<<"));
  const text = heredoc !== undefined && words.length === 0 ? expandValue(heredoc.target, state) : printed(from, words);
  const lists = listed(from, words);
  return { from, ...(text === undefined ? {} : { text }), ...(lists === undefined ? {} : { lists }) };
};

const printed = (program: string, words: readonly Field[]): string | undefined => {
  const texts = words.filter(({ text }, index) => index > 0 || !/^-[neE]+$/u.test(text)).map(({ text }) => text);
  if (program === "echo") return texts.join(" ");
  if (program !== "printf") return undefined;
  const [format = "", ...values] = texts;
  return format.replaceAll(/%[sb]/gu, () => values.shift() ?? "").replaceAll(String.raw`\n`, "\n");
};

// Programs that print the paths of files, one a line.
const listed = (program: string, words: readonly Field[]): readonly Field[] | undefined => {
  if (program === "find") {
    const { starts, tests } = findWords(words);
    if (tests.some(({ text }) => text === "-printf" || text.startsWith("-exec"))) return undefined;
    return isNarrowed(tests) ? foundBy(starts, []).map((field) => ({ ...field, some: true })) : foundBy(starts, tests);
  }
  const texts = words.map(({ text }) => text);
  const lists =
    (program === "git" && texts[0] === "ls-files") ||
    (["rg", "grep"].includes(program) &&
      texts.some((text) => /^(?:-[A-Za-z]*l[A-Za-z]*|--files(?:-with(?:out)?-match(?:es)?)?)$/u.test(text))) ||
    program === "fd";
  return lists ? [{ text: "**/*", pattern: "**/*", some: true }] : undefined;
};
