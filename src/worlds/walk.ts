/** Searches without ripgrep: walks the tree, obeys .gitignore and tries each line. Slower, but always there. */
import { type Dirent, existsSync } from "node:fs";
import { readdir, readFile as readByName } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import { lineTest } from "./line-test.ts";
import type { HeldDirectory, HoldDirectory } from "./held-directory.ts";
import { readFile } from "./regular-file.ts";
import type { FoundLines, Scope, SearchEngine } from "./search.ts";

/** The engine itself. Directories and files are opened one by one without following links. */
export const walk = (hold: HoldDirectory): SearchEngine => {
  const engine: SearchEngine = {
    lines: async function* (scope, pattern) {
      const test = lineTest(pattern);
      for await (const paths of engine.files(scope))
        for (const path of paths) {
          if (scope.file === undefined && !scope.glob.accepts(path)) continue;
          const lines = textLines(await contentOf(hold, join(scope.directory, path)));
          yield { path, lines: around(lines, test, pattern.context) };
        }
    },
    files: async function* (scope) {
      scope.signal?.throwIfAborted();
      if (scope.file !== undefined) yield [scope.file];
      else yield* below({ hold, scope }, scope.directory, await levelsAbove(scope.directory));
    },
  };
  return engine;
};

interface Way {
  readonly hold: HoldDirectory;
  readonly scope: Scope;
}

/** A directory with its .gitignore; outer rules hold in it unless it is the top of a git repository. */
interface Level {
  readonly directory: string;
  readonly rules: Ignore | undefined;
  readonly isTop: boolean;
}

/** `levels` are innermost first. Entries come in the order of their names' bytes, as ripgrep sorts them. */
const below = async function* (
  way: Way,
  directory: string,
  outer: readonly Level[],
): AsyncGenerator<readonly string[]> {
  const { hold, scope } = way;
  const levels = [await levelOf(directory), ...outer];
  const rules = scope.inRepository ? withinTop(levels) : levels;
  const entries = await hold(directory, entriesOf).catch(() => []);
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  for (const entry of entries) {
    scope.signal?.throwIfAborted();
    const path = join(directory, entry.name);
    if (entry.name === ".git" || (entry.name.startsWith(".") && !scope.glob.hidden)) continue;
    if (isIgnored(path, entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) yield* below(way, path, levels);
    else if (entry.isFile()) yield [relative(scope.directory, path)];
  }
};

const entriesOf = async (held: HeldDirectory): Promise<Dirent[]> => {
  const entries = await readdir(held.entry("."), { withFileTypes: true });
  await held.still();
  return entries;
};

/** What cannot be read is searched as little as what is binary. */
const contentOf = (hold: HoldDirectory, file: string): Promise<Uint8Array> =>
  hold(dirname(file), (held) => readFile(held, basename(file), Infinity)).catch(() => Buffer.of(0));

const levelsAbove = async (directory: string): Promise<Level[]> => {
  const parent = dirname(directory);
  return parent === directory ? [] : [await levelOf(parent), ...(await levelsAbove(parent))];
};

const levelOf = async (directory: string): Promise<Level> => {
  const text = await readByName(join(directory, ".gitignore"), "utf8").catch(() => undefined);
  const rules = text === undefined ? undefined : ignore({ ignorecase: false }).add(text);
  return { directory, rules, isTop: existsSync(join(directory, ".git")) };
};

const withinTop = (levels: readonly Level[]): readonly Level[] => {
  const top = levels.findIndex(({ isTop }) => isTop);
  return top === -1 ? levels : levels.slice(0, top + 1);
};

/** The innermost rule that says something decides. */
const isIgnored = (path: string, isDirectory: boolean, levels: readonly Level[]): boolean => {
  for (const { directory, rules } of levels) {
    const found = rules?.test(relative(directory, path) + (isDirectory ? "/" : ""));
    if (found?.ignored === true || found?.unignored === true) return found.ignored;
  }
  return false;
};

/** No lines for a binary file: one with a NUL byte, unless a byte order mark says that it is UTF-16. */
const textLines = (bytes: Uint8Array): string[] => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  if (encoding === "utf-8" && bytes.includes(0)) return [];
  const lines = new TextDecoder(encoding).decode(bytes).split(/\r?\n/u);
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** The lines that match and those beside them, each once. */
const around = (lines: readonly string[], test: (line: string) => boolean, context: number): FoundLines["lines"] => {
  const matches = lines.map(test);
  const isNear = (index: number): boolean =>
    context === 0
      ? matches[index] === true
      : matches.slice(Math.max(0, index - context), index + context + 1).includes(true);
  return lines.flatMap((text, index) =>
    isNear(index) ? [{ line: index + 1, text, match: matches[index] === true }] : [],
  );
};
