/** Path patterns of rules: as in .gitignore, but a star also covers hidden names, as a denial must. */

/** Where patterns start from: `src/**` and `./a` at the root, `~/x` at home, `/etc/**` at the top; without a slash it is a name at any depth. */
export interface PatternPlace {
  readonly root: string;
  readonly home: string;
}

/** Whether a real absolute path, or a directory that it is in, fits the pattern. */
export const fitsPath = (pattern: string, path: string, place: PatternPlace): boolean => {
  const absolute = absolutePattern(pattern.replace(/\/+$/u, ""), place);
  return new RegExp(`^${absolute.split("/").map(segment).join("/").replaceAll("/**", "(?:/.*)?")}(?:/.*)?$`, "su").test(
    path,
  );
};

const absolutePattern = (pattern: string, { root, home }: PatternPlace): string => {
  if (pattern === "~" || pattern.startsWith("~/")) return home + pattern.slice(1);
  if (pattern.startsWith("/")) return pattern.replace(/^\/+/u, "/");
  const below = root === "/" ? "" : root;
  if (pattern.startsWith("./")) return `${below}/${pattern.slice(2)}`;
  return pattern.includes("/") || pattern === "**" ? `${below}/${pattern}` : `${below}/**/${pattern}`;
};

/** `*` and `?` stop at a slash; `**` alone in a segment does not; `[ab]` and `{a,b}` are sets. */
const segment = (text: string): string => {
  if (text === "**") return "**";
  return text.replaceAll(/\[!?[^\]]+\]|\{[^{}]*\}|[^[\]{}]|[[\]{}]/gu, (piece) => {
    if (piece === "*") return "[^/]*";
    if (piece === "?") return "[^/]";
    if (piece.length > 1 && piece.startsWith("[")) return set(piece);
    if (piece.length > 1 && piece.startsWith("{")) return `(?:${piece.slice(1, -1).split(",").map(segment).join("|")})`;
    return literal(piece);
  });
};

const set = (piece: string): string => {
  const inner = piece.slice(1, -1);
  return inner.startsWith("!") ? `[^/${escaped(inner.slice(1))}]` : `[${escaped(inner)}]`;
};

const escaped = (text: string): string => text.replaceAll(/[\\\]^[]/gu, String.raw`\$&`);

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
