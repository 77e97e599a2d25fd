/** Rules as people write them: `Bash(git status:*)`, `Read(src/**)`, `WebFetch(domain:example.org)`, `write_file`. */
import type { RuleEntry } from "../contract/terms.ts";
import type { Aspect, Case, Command } from "./aspect.ts";
import { toolNamed } from "../contract/familiar-names.ts";
import { fitsPath } from "./path-pattern.ts";

/** What a rule says: the tools or the kind of thing that it is about, and the pattern, absent for all of them. */
export interface Rule {
  readonly name: string;
  readonly pattern?: string | undefined;
}

const form = /^(?<name>[A-Za-z_*][\w.*-]*)(?:\((?<pattern>.*)\))?$/su;

/** The rule, or why it is none. */
export const readRule = (text: string): { readonly ok: true; readonly rule: Rule } | { readonly ok: false } => {
  const { name, pattern } = form.exec(text.trim())?.groups ?? {};
  if (name === undefined || pattern === "") return { ok: false };
  return { ok: true, rule: { name, pattern: pattern === "*" ? undefined : pattern } };
};

/** Rules in one text, separated by commas: those in brackets or quotation marks belong to a pattern. */
export const splitRules = (text: string): string[] =>
  (text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\)|[^,])+/gu) ?? [])
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "");

/** The first rule of the decision that covers an aspect of a call. A rule that cannot be read covers nothing. */
export const covering = (
  decision: RuleEntry["decision"],
  aspect: Aspect,
  call: Pick<Case, "tool" | "rules" | "root" | "home">,
): RuleEntry | undefined =>
  call.rules.find((entry) => {
    if (entry.decision !== decision) return false;
    const read = readRule(entry.rule);
    return read.ok && covers(read.rule, aspect, call);
  });

/** A rule as a decision names it. */
export const nameOf = ({ source, rule }: RuleEntry): string => `${source} ${rule}`;

type Place = Pick<Case, "tool" | "root" | "home">;

const covers = ({ name, pattern }: Rule, aspect: Aspect, place: Place): boolean => {
  const about = isAbout(name, aspect, place.tool);
  if (!about || pattern === undefined) return about;
  // What a command touches is covered with the command, where the rule is about commands.
  const command = aspect.kind === "command" ? aspect.command : "by" in aspect ? aspect.by : undefined;
  if (command !== undefined && !kinds[name]?.(withoutCommand(aspect))) return fitsCommand(pattern, command);
  switch (aspect.kind) {
    case "path":
      return [aspect.real, aspect.path].some((path) => path !== undefined && fitsEither(pattern, path, place));
    case "host":
      return fitsHost(pattern.replace(/^domain:/u, ""), aspect.host);
    case "command":
      return fitsCommand(pattern, aspect.command);
    case "effect":
      return false;
  }
};

const withoutCommand = (aspect: Aspect): Aspect => ("by" in aspect ? { ...aspect, by: undefined } : aspect);

/** Text in quotation marks is the very path. */
const fitsEither = (pattern: string, path: string, place: Place): boolean =>
  pattern.startsWith('"') ? unquoted(pattern) === path : fitsPath(pattern, path, place);

/** Names that people know from elsewhere, by what they are about; every other name is that of a tool. */
const kinds: Readonly<Record<string, (aspect: Aspect) => boolean>> = {
  Read: (aspect) => aspect.kind === "path" && aspect.access === "read",
  Edit: (aspect) => aspect.kind === "path" && aspect.access !== "read",
  Write: (aspect) => aspect.kind === "path" && aspect.access !== "read",
  MultiEdit: (aspect) => aspect.kind === "path" && aspect.access !== "read",
  Bash: (aspect) => aspect.kind === "command" || ("by" in aspect && aspect.by !== undefined),
  WebFetch: (aspect) => aspect.kind === "host",
  Network: (aspect) => aspect.kind === "host",
};

const isAbout = (name: string, aspect: Aspect, tool: string): boolean => {
  const ofKind = kinds[name];
  if (ofKind !== undefined) return ofKind(aspect);
  return wildcard(toolNamed(name)).test(tool);
};

/** `git status:*` and `git status *` are a beginning, `npm run *:fix` has any words in between, and text in quotation marks is the very line. */
const fitsCommand = (pattern: string, { line, words }: Command): boolean => {
  if (pattern.startsWith('"')) return unquoted(pattern) === line;
  if (words.length === 0) return false;
  const text = commandText(words);
  const beginning = /^(?<words>.*?)(?::\*| \*)$/su.exec(pattern)?.groups?.["words"];
  if (beginning === undefined) return wildcard(pattern).test(text);
  return wildcard(beginning).test(text) || wildcard(`${beginning} *`).test(text);
};

/** A command in one text; a word with a space in it is quoted, so that it is never taken for two. */
export const commandText = (words: readonly string[]): string =>
  words.map((word) => (/^$|[\s"]/u.test(word) ? JSON.stringify(word) : word)).join(" ");

const fitsHost = (pattern: string, host: string): boolean => {
  const name = host.toLowerCase();
  const bare = name.replace(/:\d+$/u, "");
  return [name, bare].some((candidate) => wildcard(pattern.toLowerCase()).test(candidate));
};

const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split("*")
      .map((part) => RegExp.escape(part))
      .join(".*")}$`,
    "su",
  );

const unquoted = (pattern: string): string => {
  if (!pattern.startsWith('"')) return pattern;
  try {
    return String(JSON.parse(pattern));
  } catch {
    return pattern;
  }
};
