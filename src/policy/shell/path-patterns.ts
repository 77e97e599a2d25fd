/** Paths by their letters: joining, and which paths a file name pattern can mean. Nothing is looked up. */

/** An absolute path without `.`, `..` and doubled slashes. `path` is relative to `directory`, or absolute. */
export const resolvePath = (directory: string, path: string): string => {
  const found: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
    if (name === "..") found.pop();
    else if (name !== "" && name !== ".") found.push(name);
  }
  return `/${found.join("/")}`;
};

export const parentOf = (path: string): string => resolvePath(path, "..");

export const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A path as a pattern that means only itself. */
export const asPattern = (path: string): string => path.replaceAll(/[*?[\]\\]/gu, String.raw`\$&`);

/** Whether a path is a directory or lies in it. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);

/** Whether the pattern can mean the path. `**` is any number of names; as in bash, `*` means no name with a dot first. */
export const canMean = (pattern: string, path: string): boolean => namesMean(namesOf(pattern), namesOf(path));

/** Whether one name of a pattern can mean a name. What cannot be read as a pattern can mean anything. */
export const nameCanMean = (pattern: string, name: string): boolean => {
  if (name.startsWith(".") && /^[*?[]/u.test(pattern)) return false;
  return expression(pattern)?.test(name) ?? true;
};

/** Whether a name is a pattern for all names that show, or for all that are hidden. */
export const meansEverything = (pattern: string): boolean =>
  pattern === "**" || [shown, hidden].some((names) => names.every((name) => nameCanMean(pattern, name)));

const shown = ["a", "Z9", "file.txt", "x-y_z"];
const hidden = [".config", ".a", ".Z9"];

export const namesOf = (path: string): readonly string[] => path.split("/").filter((name) => name !== "");

const namesMean = (pattern: readonly string[], names: readonly string[]): boolean => {
  const [first, ...rest] = pattern;
  if (first === undefined) return names.length === 0;
  if (first === "**") return names.some((_, index) => namesMean(rest, names.slice(index))) || namesMean(rest, []);
  const [name, ...more] = names;
  return name !== undefined && nameCanMean(first, name) && namesMean(rest, more);
};

// No name of a file is longer than 255 bytes.
const expression = (pattern: string): RegExp | undefined => {
  if (pattern.length > 1024) return undefined;
  const source = pattern.replaceAll(pieces, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?") return ".";
    if (piece.startsWith("[") && piece.length > 2) return bracket(piece);
    return (piece.length > 1 ? piece.slice(1) : piece).replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  });
  try {
    return new RegExp(`^${source.replaceAll(/(?:\.\*)+/gu, ".*")}$`, "su");
  } catch {
    return undefined;
  }
};

const pieces = /\\[^]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[^]/gu;

// A class like [:alpha:] is taken for any character, which errs on the side of too much.
const bracket = (piece: string): string => {
  if (piece.includes("[:")) return ".";
  const negated = /^\[[!^]/u.test(piece);
  const inside = piece.slice(negated ? 2 : 1, -1).replaceAll(/[\\\]^[&|~]/gu, String.raw`\$&`);
  return `[${negated ? "^" : ""}${inside}]`;
};
