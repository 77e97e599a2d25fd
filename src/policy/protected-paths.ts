/** Paths that are not like others: credentials, a repository's own files, Kelson's own, and what runs by itself. Pure. */
import { type ProtectedKind, type ProtectedRow, protectedTable } from "./protected-table.ts";

/** What a path is protected as. `why` is a clause that goes on after the path: `holds keys of SSH`. */
export interface Protected {
  readonly kind: ProtectedKind;
  readonly why: string;
}

/** Where the directories are that the table cannot know. All absolute and real. */
export interface ProtectedPlaces {
  readonly home: string;
  /** The directories that are worked in. */
  readonly roots: readonly string[];
  /** Where sessions and the key of this installation are kept. */
  readonly stateDirectory: string;
  /** Where the user's own configuration is. */
  readonly configDirectory: string;
  /** Where plug-in tools are installed and notes are kept. */
  readonly toolDirectory?: string | undefined;
}

/** Says why a path must not be used like any other, or undefined. `real` is absolute, with links resolved. */
export type ProtectedPaths = (real: string, access: "read" | "write") => Protected | undefined;

/**
 * Knows the places. Names are compared without regard to case, to invisible characters and to the endings that other systems
 * drop, because the file system may do so, too.
 */
export const protectedPaths = (places: ProtectedPlaces): ProtectedPaths => {
  const home = folded(places.home);
  const roots = places.roots.map(folded);
  const own = [
    { directory: folded(places.stateDirectory), why: "is where Kelson keeps its sessions" },
    { directory: folded(places.configDirectory), why: "is Kelson's own configuration, which may hold keys" },
    ...(places.toolDirectory === undefined
      ? []
      : [{ directory: folded(places.toolDirectory), why: "is where Kelson keeps your notes and plug-in tools" }]),
  ];
  return (real, access) => {
    const path = folded(real);
    const found = own.find(({ directory }) => isBelow(path, directory) && !isMeant(path, directory, roots));
    return found === undefined ? matching(path, access, home) : { kind: "kelson", why: found.why };
  };
};

/** Somebody who works in a directory that is below one of Kelson's own means to. */
const isMeant = (path: string, directory: string, roots: readonly string[]): boolean =>
  roots.some((root) => isBelow(path, root) && isBelow(root, directory));

/** The first line of the table counts: what is worse stands first. */
const matching = (path: string, access: "read" | "write", home: string): Protected | undefined => {
  const inHome = isBelow(path, home) ? `~${path.slice(home === "/" ? 0 : home.length)}` : path;
  const fitting = patternsFor(path)
    .filter(({ on, whole, except }) => {
      if (on === "write" && access === "read") return false;
      return (whole.test(path) || whole.test(inHome)) && except?.test(path) !== true;
    })
    .map(({ line }) => line);
  const found = protectedTable[Math.min(...fitting)];
  return found && { kind: found.kind, why: found.why };
};

/** Those of a path's names, and those that begin or end in any way: few of all, for a search asks about every file. */
const patternsFor = (path: string): readonly Pattern[] => {
  const { byName, loose, anyLoose } = (index ??= indexed());
  const names = path.split("/");
  const named = names.flatMap((name) => byName.get(name) ?? []);
  return anyLoose.test(`/${names.at(-1)}`) ? [...named, ...loose] : named;
};

/** A pattern of a line of the table. `name` is one that every path that fits has in it, if there is one. */
interface Pattern extends Pick<ProtectedRow, "on"> {
  readonly line: number;
  readonly name: string | undefined;
  readonly whole: RegExp;
  readonly except: RegExp | undefined;
}

interface Index {
  readonly byName: ReadonlyMap<string | undefined, readonly Pattern[]>;
  /** Patterns of a file's name alone. */
  readonly loose: readonly Pattern[];
  readonly anyLoose: RegExp;
}

let index: Index | undefined;

const indexed = (): Index => {
  const patterns = protectedTable.flatMap(({ on, paths, except }, line) =>
    written(paths).map((pattern) => ({
      on,
      line,
      name: pattern
        .split("/")
        .findLast((name) => /^[^*~]+$/u.test(name))
        ?.replaceAll("+", " "),
      whole: expression([pattern]),
      except: except === undefined ? undefined : expression(written(except)),
    })),
  );
  const loose = patterns.filter(({ name }) => name === undefined);
  const anyLoose = new RegExp(loose.map(({ whole }) => whole.source).join("|"), "u");
  return { byName: Map.groupBy(patterns, ({ name }) => name), loose, anyLoose };
};

const written = (patterns: string): string[] => patterns.trim().split(/\s+/u);

const expression = (patterns: readonly string[]): RegExp =>
  new RegExp(`(?:${patterns.map(alternative).join("|")})$`, "u");

/** `/x` and `~/x` are whole paths, others may stand anywhere; `x/` is a directory with all that is in it; `*` is a part of a name. */
const alternative = (pattern: string): string => {
  const isDirectory = pattern.endsWith("/");
  const words = pattern.replace(/\/$/u, "").replaceAll("+", " ");
  const text = words.replaceAll(/[.^$|()[\]{}?\\]/gu, String.raw`\$&`).replaceAll("*", "[^/]*");
  return `${/^[/~]/u.test(pattern) ? "^" : "/"}${text}${isDirectory ? "(?:/.*)?" : ""}`;
};

const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);

const folded = (path: string): string => path.replaceAll("\\", "/").split("/").map(foldedName).join("/");

/**
 * As the least particular of file systems compares names: case and composition (APFS, NTFS), characters that are not seen
 * (HFS+), spaces, dots and streams at the end and short names (NTFS). Names of two dots and less are what they are.
 */
const foldedName = (name: string): string => {
  // Most names are plain, and then nothing is costly.
  if (/^[\w.@+ -]*[\w-]$/.test(name)) return name.toLowerCase();
  const seen = name.normalize("NFC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = seen.toUpperCase().toLowerCase();
  const trimmed = plain.replace(/(?<=.):.*$/u, "").replace(/(?<=[^.\s])[.\s]+$/u, "");
  return trimmed === "git~1" ? ".git" : trimmed;
};
