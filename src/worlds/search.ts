/** Search in files and for files: ripgrep where it runs, else our own walk; both give the same. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Files, SearchLine } from "../contract/world.ts";
import { fileError } from "./file-error.ts";
import type { Gate } from "./gate.ts";
import { type Glob, readGlob } from "./glob.ts";
import { isInside, type Roots } from "./paths.ts";

/** Where to look: below a directory, or in one file of it, which is then searched whatever its name. Both real. */
export interface Scope {
  readonly directory: string;
  readonly file: string | undefined;
  /** In a repository, rules hold up to its top and not in repositories inside of it; elsewhere each .gitignore holds. */
  readonly inRepository: boolean;
  readonly glob: Glob;
  readonly signal: AbortSignal | undefined;
}

/** What to look for in a line. */
export interface Pattern {
  readonly text: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly context: number;
}

/** Some lines of one file, in order. */
export interface FoundLines {
  readonly path: string;
  readonly lines: readonly Omit<SearchLine, "path">[];
}

/** One way of searching; what it finds comes in portions, for one by one is slow. Paths are relative to the scope's directory; links are not followed; .gitignore is obeyed. */
export interface SearchEngine {
  readonly lines: (scope: Scope, pattern: Pattern) => AsyncIterable<FoundLines>;
  readonly files: (scope: Scope) => AsyncIterable<readonly string[]>;
}

/** How a world searches. */
export interface SearchParts {
  /** For a directory; chosen at the first search. */
  readonly engine: (directory: string) => Promise<SearchEngine>;
  /** Whether a file, or all that a directory holds, is passed over unless it was named. */
  readonly isHidden: (real: string) => boolean;
}

/** The searches of `Files`. */
export const searches = (
  gate: Gate,
  roots: Roots,
  { engine, isHidden }: SearchParts,
): Pick<Files, "search" | "find"> => {
  /** What is hidden is shown to whoever named it, or a directory that is hidden itself. */
  const shownBelow = (real: string, { directory, file }: Scope): ((path: string) => boolean) =>
    file !== undefined || isHidden(real) ? () => true : (path) => !isHidden(join(directory, path));
  return {
    search: async function* ({ pattern, literal = false, ignoreCase = false, path = ".", glob, context = 0, signal }) {
      if (pattern.includes("\n"))
        throw new Error("cannot search: the pattern has several lines, and lines are searched one by one");
      const real = await gate.path(path);
      const scope = { ...(await placeOf(path, real)), glob: readGlob(glob, true), signal };
      const { lines } = await engine(scope.directory);
      const isShown = shownBelow(real, scope);
      for await (const found of lines(scope, { text: pattern, literal, ignoreCase, context })) {
        if (!isShown(found.path)) continue;
        const name = shown(roots, join(scope.directory, found.path));
        for (const { line, text, match } of found.lines) {
          yield { path: name, line, text, match };
          signal?.throwIfAborted();
        }
      }
    },
    find: async (glob, { path = ".", signal } = {}) => {
      const real = await gate.path(path);
      const scope = { ...(await placeOf(path, real)), glob: readGlob(glob, false), signal };
      const isShown = shownBelow(real, scope);
      const { files } = await engine(scope.directory);
      const found: string[] = [];
      for await (const some of files(scope))
        for (const file of some) if (scope.glob.accepts(file) && isShown(file)) found.push(join(scope.directory, file));
      return (await newestFirst(found)).map((file) => shown(roots, file));
    },
  };
};

const placeOf = async (path: string, real: string): Promise<Pick<Scope, "directory" | "file" | "inRepository">> => {
  try {
    const isDirectory = (await stat(real)).isDirectory();
    const directory = isDirectory ? real : dirname(real);
    return { directory, file: isDirectory ? undefined : basename(real), inRepository: isInRepository(directory) };
  } catch (cause) {
    throw fileError("search", path, cause);
  }
};

const isInRepository = (directory: string): boolean =>
  existsSync(join(directory, ".git")) || (dirname(directory) !== directory && isInRepository(dirname(directory)));

/** Relative to the first root when inside the roots, else as it is. */
const shown = (roots: Roots, real: string): string => (isInside([roots[0]], real) ? relative(roots[0], real) : real);

const together = 64;

/** Files that vanish meanwhile are left out; of two with the same time the first in the alphabet comes first. */
const newestFirst = async (paths: readonly string[]): Promise<string[]> => {
  const found: { path: string; modifiedMs: number }[] = [];
  for (let start = 0; start < paths.length; start += together) {
    const some = paths.slice(start, start + together);
    const times = await Promise.all(
      some.map((path) =>
        stat(path).then(
          (it) => it.mtimeMs,
          () => undefined,
        ),
      ),
    );
    for (const [index, path] of some.entries()) {
      const modifiedMs = times[index];
      if (modifiedMs !== undefined) found.push({ path, modifiedMs });
    }
  }
  found.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1));
  return found.map(({ path }) => path);
};
