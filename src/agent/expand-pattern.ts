/** Finds what a shell's pattern stands for now, as the shell would: hidden names only where the pattern writes the dot. */
import type { World } from "../contract/world.ts";

/** More than this is not looked through. */
const maxPaths = 500;
const maxDirectories = 200;

/** Whether a path of a shell line may be a pattern. */
export const isPattern = (path: string): boolean => /[*?[]/u.test(path);

/** Absolute paths that fit; undefined when they cannot be told: too many, a directory that may not be listed, any depth. */
export const expandPattern = async (world: World, pattern: string): Promise<readonly string[] | undefined> => {
  const segments = pattern.split("/").slice(1);
  if (segments.includes("**")) return undefined;
  let found = [""];
  for (const segment of segments) {
    if (!isPattern(segment)) {
      found = found.map((path) => `${path}/${unescaped(segment)}`);
      continue;
    }
    if (found.length > maxDirectories) return undefined;
    const below = await Promise.all(found.map((path) => namesIn(world, path || "/", segment)));
    if (below.includes(undefined)) return undefined;
    found = found.flatMap((path, index) => (below[index] ?? []).map((name) => `${path}/${name}`));
    if (found.length > maxPaths) return undefined;
  }
  return found;
};

/** Undefined when the directory cannot be listed; none when it is not there. */
const namesIn = async (world: World, directory: string, segment: string): Promise<string[] | undefined> => {
  const fits = expressionOf(segment);
  const isShown = (name: string): boolean => fits.test(name) && (!name.startsWith(".") || segment.startsWith("."));
  try {
    return (await world.files.list(directory)).map(({ name }) => name).filter(isShown);
  } catch {
    const isThere = await world.files.stat(directory).then(Boolean, () => true);
    return isThere ? undefined : [];
  }
};

/** `*`, `?` and sets as in bash; a backslash escapes. A set that is not closed is its own letters. */
const expressionOf = (segment: string): RegExp => {
  const text = segment.replaceAll(/\\.|\[[!^]?\]?[^\]]*\]|[\s\S]/gu, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?") return ".";
    if (piece.length > 2 && piece.startsWith("[")) return setOf(piece);
    return RegExp.escape(piece.length === 2 && piece.startsWith("\\") ? piece.slice(1) : piece);
  });
  return new RegExp(`^${text}$`, "su");
};

/** Classes such as [:alpha:] stand for any letter here: too much is found rather than too little. */
const setOf = (piece: string): string => {
  if (piece.includes("[:")) return ".";
  const isNegated = /^\[[!^]/u.test(piece);
  const inner = piece.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\\]^[]/gu, String.raw`\$&`);
  try {
    const set = `[${isNegated ? "^" : ""}${inner}]`;
    return new RegExp(set, "u").source;
  } catch {
    return ".";
  }
};

const unescaped = (segment: string): string => segment.replaceAll(/\\(.)/gu, "$1");
