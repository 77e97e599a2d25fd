/** The rules that an answer for the session, or for always, adds: as narrow as the call, and never a whole tool that has targets. */
import type { Aspect, Case, Command } from "./aspect.ts";
import { kindOf } from "../contract/familiar-names.ts";
import { commandText } from "./rule.ts";

/** Rules in one text, separated by commas, for the aspects that need a person. */
export const grantFor = ({ tool, aspects, root }: Pick<Case, "tool" | "aspects" | "root">): string => {
  const rules = aspects.flatMap((aspect) => ruleOf(aspect, kindOf(tool), root));
  return [...new Set(rules)].join(", ") || `${tool}(*)`;
};

// What a command touches is covered with the command.
const ruleOf = (aspect: Aspect, name: string, root: string): string[] => {
  switch (aspect.kind) {
    case "path":
      return aspect.by === undefined ? [`${name}(${pathPattern(aspect.real ?? aspect.path, root)})`] : [];
    case "command":
      return [`${name}(${pattern(aspect.command)})`];
    case "host":
      return aspect.by === undefined ? [`${name}(domain:${aspect.host})`] : [`Network(${aspect.host})`];
    case "effect":
      return [`${name}(*)`];
  }
};

/** Where a path leads, as patterns anchor it; text in quotation marks is the very path. */
const pathPattern = (path: string, root: string): string =>
  isPlain(path) && !/[?[\]{}]/u.test(path) ? placed(path, root) : JSON.stringify(path);

const placed = (path: string, root: string): string => {
  if (path.startsWith("/")) return path.startsWith(`${root}/`) ? `.${path.slice(root.length)}` : path;
  return `./${path.replace(/^(?:\.\/)+/u, "")}`;
};

/** How many words name what a program does; with more of them its other words may vary. */
const namedBy: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ["git", "cargo", "go", "npm", "pnpm", "yarn", "bun", "deno", "pip", "uv"].map((name) => [name, 2]),
  ),
  ...Object.fromEntries(
    ["make", "docker", "podman", "kubectl", "terraform", "dotnet", "mvn", "gradle"].map((name) => [name, 2]),
  ),
  ...Object.fromEntries(["gh", "aws", "gcloud"].map((name) => [name, 3])),
};

/** Words that run whatever comes after them. */
const runners = new Set(["run", "exec", "x", "dlx", "-c"]);

const pattern = ({ line, words, unclear }: Command): string => {
  const [program = ""] = words;
  if (unclear !== undefined || words.length === 0) return JSON.stringify(line);
  const count = (namedBy[program] ?? 0) + (runners.has(words[1] ?? "") ? 1 : 0);
  const named = words.slice(0, count);
  if (count < 2 || named.length < count || named.some((word) => !/^[\w:][\w:.-]*$/u.test(word)))
    return exact(words, line);
  return `${named.join(" ")}:*`;
};

// What looks like a pattern or a list is quoted, so that a grant is never wider than the call it was given for.
const exact = (words: readonly string[], line: string): string => {
  const text = commandText(words);
  return isPlain(text) ? text : JSON.stringify(line);
};

const isPlain = (text: string): boolean => !/[*,"()]|^domain:/u.test(text);
