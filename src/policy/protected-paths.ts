/** Paths that are not like others: credentials, a repository's own files, Kelson's own, and what runs by itself. Pure. */
import { type ProtectedKind, protectedTable } from "./protected-table.ts";

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
}

/**
 * Why a path must not be used like any other, or undefined. `real` is absolute, with links resolved; names are compared
 * without regard to case, to invisible characters and to the endings that other systems drop, because the file system may
 * do so, too.
 */
export const protectedPath = (
  real: string,
  access: "read" | "write",
  places: ProtectedPlaces,
): Protected | undefined => {
  const path = folded(real);
  return ownDirectory(path, places) ?? matching(path, access, folded(places.home));
};

/** Kelson's own directories hold what was said, keys, and what is trusted: no tool has business there. */
const ownDirectory = (path: string, places: ProtectedPlaces): Protected | undefined => {
  const own = [
    { directory: folded(places.stateDirectory), why: "is where Kelson keeps its sessions" },
    { directory: folded(places.configDirectory), why: "is Kelson's own configuration, which may hold keys" },
  ];
  const found = own.find(({ directory }) => isBelow(path, directory) && !isMeant(path, directory, places.roots));
  return found && { kind: "kelson", why: found.why };
};

/** Somebody who works in a directory that is below one of Kelson's own means to. */
const isMeant = (path: string, directory: string, roots: readonly string[]): boolean =>
  roots.map(folded).some((root) => isBelow(path, root) && isBelow(root, directory));

/** In the order of the table: what is worse stands first. */
const matching = (path: string, access: "read" | "write", home: string): Protected | undefined => {
  const inHome = isBelow(path, home) ? `~${path.slice(home === "/" ? 0 : home.length)}` : undefined;
  for (const { kind, why, on, paths, except } of rules()) {
    if (on === "write" && access === "read") continue;
    const fits = (pattern: RegExp): boolean => pattern.test(path) || (inHome !== undefined && pattern.test(inHome));
    if (fits(paths) && !(except?.test(path) ?? false)) return { kind, why };
  }
  return undefined;
};

/** A line of the table, ready to be tried. */
interface Rule extends Protected {
  readonly on: "read and write" | "write";
  readonly paths: RegExp;
  readonly except: RegExp | undefined;
}

let made: readonly Rule[] | undefined;
const rules = (): readonly Rule[] =>
  (made ??= protectedTable.map(({ paths, except, ...row }) => ({
    ...row,
    paths: expression(paths),
    except: except === undefined ? undefined : expression(except),
  })));

const expression = (patterns: string): RegExp => {
  const alternatives = patterns.trim().split(/\s+/u).map(alternative);
  return new RegExp(`(?:${alternatives.join("|")})$`, "u");
};

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
  if (/^[a-z\d_.-]*[a-z\d_-]$/u.test(name)) return name;
  const seen = name.normalize("NFC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = seen.toUpperCase().toLowerCase();
  const trimmed = plain.replace(/(?<=.):.*$/u, "").replace(/(?<=[^.\s])[.\s]+$/u, "");
  return trimmed === "git~1" ? ".git" : trimmed;
};
