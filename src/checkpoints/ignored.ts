/** What git ignores: the rules of a directory and of those above it, up to the top of its repository. */
import { constants, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { inPlace, joined } from "./place.ts";
import { digestOf } from "./tree.ts";

/** The rules that hold in a directory. */
export interface Rules {
  /** Differs when the rules do. */
  readonly key: string;
  readonly ignores: (name: string, isDirectory: boolean) => boolean;
  /** Those of a directory in this one. */
  readonly within: (name: string) => Rules;
  /** With one more file of rules, which comes before those that were there. Its text is asked for when it is needed. */
  readonly and: (digest: string, text: () => string) => Rules;
}

/** One file of rules; `path` leads from its directory to the one that is looked at, and ends in a slash unless it is empty. */
interface Level {
  readonly path: string;
  readonly rules: () => Ignore;
}

/** At the top of a repository. What is the same for all of a workspace may be in the key. */
const noRules = (key: string): Rules => rulesOf(key, () => []);

/** Those from above a root that is part of a repository. */
export const rulesAbove = (root: string, key: string): Rules => {
  const parents: string[] = [];
  for (let place = root; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) break;
    if (dirname(place) === place) return noRules(key);
    parents.unshift(dirname(place));
  }
  let rules = noRules(key);
  for (const [index, parent] of parents.entries()) {
    const text = textOf(join(parent, ".gitignore"));
    if (text !== "") rules = rules.and(digestOf(text), () => text);
    rules = rules.within(basename(parents[index + 1] ?? root));
  }
  return rules;
};

/** Those of a repository that is not shared, from its own directory; the rules of what is around it do not count in it. */
export const rulesOfRepository = (root: string, path: string, key: string): Rules => {
  try {
    return inPlace(root, joined(path, ".git/info"), (place) => {
      const text = textOf(place.entry("exclude"));
      return text === "" ? noRules(key) : noRules(key).and(digestOf(text), () => text);
    });
  } catch {
    return noRules(key);
  }
};

/** Those that hold in the root but for its own. */
export const rulesAt = (root: string, key: string): Rules =>
  existsSync(join(root, ".git")) ? rulesOfRepository(root, "", key) : rulesAbove(root, key);

/** Nothing where there is none, or a link. */
const textOf = (file: string | Buffer): string => {
  try {
    return readFileSync(file, { encoding: "utf8", flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  } catch {
    return "";
  }
};

/** The nearest file of rules that says something decides. */
const rulesOf = (key: string, levels: () => readonly Level[]): Rules => {
  let found: readonly Level[] | undefined;
  const verdicts = (name: string) =>
    (found ??= levels()).map((level) => ({ level, ...level.rules().test(level.path + name) }));
  return {
    key,
    ignores: (name, isDirectory) =>
      verdicts(isDirectory ? `${name}/` : name).find(({ ignored, unignored }) => ignored || unignored)?.ignored ===
      true,
    // Where a nearer file takes a directory back from a farther one, `ignore` goes on to ignore all in it for the farther
    // one's sake. So that one is heard no more: rather too much is saved than too little.
    within: (name) =>
      rulesOf(key, () =>
        verdicts(`${name}/`)
          .filter(({ ignored }) => !ignored)
          .map(({ level }) => ({ ...level, path: `${level.path}${name}/` })),
      ),
    and: (digest, text) =>
      rulesOf(digestOf(`${key}\n${digest}`), () => [{ path: "", rules: parsed(text) }, ...(found ??= levels())]),
  };
};

const parsed = (text: () => string): (() => Ignore) => {
  let rules: Ignore | undefined;
  return () => (rules ??= ignore({ ignorecase: false }).add(text()));
};
