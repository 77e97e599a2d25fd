/** Reads a glob once, for both ways of searching. */
import picomatch from "picomatch";

/** What a glob says about files; paths are relative to the directory that is searched. */
export interface Glob {
  readonly accepts: (path: string) => boolean;
  /** Whether hidden files can match: only where the glob itself writes the dot. */
  readonly hidden: boolean;
  /** A simpler pattern that every matching file's name fits, to look into fewer files. */
  readonly name: string | undefined;
}

/** With `anyDepth`, a glob without a slash is about names in all directories, as in .gitignore. */
export const readGlob = (glob: string | undefined, anyDepth: boolean): Glob => {
  if (glob === undefined) return { accepts: () => true, hidden: false, name: undefined };
  const pattern = glob.replace(/^\.\//u, "");
  return {
    accepts: picomatch(pattern, { basename: anyDepth && !pattern.includes("/") }),
    hidden: /(?:^|[/{,(!])\./u.test(pattern),
    name: simpleName(pattern),
  };
};

/** Only what both glob languages read alike. */
const simpleName = (pattern: string): string | undefined => {
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  const plain = /^[\w.*?{},-]+$/u.test(name) && !/\*\*|\.\./u.test(name) && !pattern.startsWith("!");
  return plain && name.split("{").length === name.split("}").length ? name : undefined;
};
