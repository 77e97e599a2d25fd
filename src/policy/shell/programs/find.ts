/** find: which files it passes over, and what it deletes or writes. What `-exec` runs is taken off before it comes here. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";

export const find = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const { starts, tests } = findWords(words);
  found.effects.add("read");
  for (const start of starts) touch(found, "read", start, scene);
  if (words.some((word) => word.unknown !== undefined))
    unclear(found, words.find((word) => word.unknown)?.unknown ?? "");
  for (const [index, { text }] of tests.entries()) {
    const next = tests[index + 1];
    if (text.startsWith("-") && !harmless.has(text) && !/^-\d/u.test(text)) found.effects.add("execute");
    if (/^-f(?:print0?|printf|ls)$/u.test(text) && next !== undefined) touch(found, "overwrite", next, scene);
    if (text === "-delete") deletes(found, starts, tests, scene);
  }
};

/** The directories that find starts in, and the rest of its words. */
export const findWords = (
  words: readonly Field[],
): { readonly starts: readonly Field[]; readonly tests: readonly Field[] } => {
  let from = 0;
  while (/^-(?:[HLP]|O\d)$/u.test(words[from]?.text ?? "")) from += 1;
  const at = words.findIndex(({ text }, index) => index >= from && /^(?:-.|[(!,])/u.test(text));
  const starts = words.slice(from, at === -1 ? undefined : at);
  return { starts: starts.length === 0 ? [{ text: "." }] : starts, tests: at === -1 ? [] : words.slice(at) };
};

/** What is found, as patterns: narrowed by names where every alternative has one. */
export const foundBy = (starts: readonly Field[], tests: readonly Field[]): readonly Field[] => {
  const names = namesIn(tests) ?? ["*"];
  return starts.flatMap((start) => {
    const directory = start.pattern ?? start.text.replaceAll(/[*?[\]\\]/gu, String.raw`\$&`);
    return names.map((name) => ({ ...start, pattern: `${directory}/**/${name}` }));
  });
};

/** Whether other tests than names decide what is found, so that not all of it is meant. */
export const isNarrowed = (tests: readonly Field[]): boolean =>
  tests.some(({ text }) => narrowing.has(text)) ||
  (tests.some(({ text }) => isName(text)) && namesIn(tests) === undefined);

const isName = (text: string): boolean => text === "-name" || text === "-iname";

const namesIn = (tests: readonly Field[]): readonly string[] | undefined => {
  if (tests.some(({ text }) => ["!", "-not", ","].includes(text))) return undefined;
  const alternatives: string[][] = [[]];
  for (const [index, { text }] of tests.entries()) {
    if (text === "-o" || text === "-or") alternatives.push([]);
    if (isName(text)) alternatives.at(-1)?.push(tests[index + 1]?.text ?? "*");
  }
  return alternatives.every((names) => names.length > 0) ? alternatives.flat() : undefined;
};

const deletes = (found: Findings, starts: readonly Field[], tests: readonly Field[], scene: Scene): void => {
  const narrowed = isNarrowed(tests);
  for (const field of foundBy(starts, tests)) {
    const hasName = field.pattern?.endsWith("/**/*") !== true;
    if (narrowed && !hasName) {
      found.effects.add("write");
      unclear(found, "which files find deletes is known only when it runs");
    } else touch(found, "delete", field, scene);
  }
};

const narrowing = new Set(
  "-path -ipath -wholename -regex -iregex -empty -size -newer -mtime -mmin -atime -amin -ctime -cmin -user -group -perm -links -samefile -inum -lname".split(
    " ",
  ),
);

const harmless = new Set([
  ...narrowing,
  ..."-name -iname -type -xtype -maxdepth -mindepth -print -print0 -printf -ls -prune -quit -not -and -or -a -o -true -false".split(
    " ",
  ),
  ..."-depth -d -mount -xdev -follow -daystart -regextype -readable -writable -executable -nouser -nogroup -noleaf".split(
    " ",
  ),
  ..."-ignore_readdir_race -delete -fprint -fprint0 -fprintf -fls -newermt -newerct -newerat -anewer -cnewer -used -fstype".split(
    " ",
  ),
]);
