/** The rules of the policy: those that are set like any other setting, and those that a person answered for always. */
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import type { Configuration } from "../contract/options.ts";
import type { RuleEntry } from "../contract/terms.ts";
import { readRule, splitRules } from "../policy/rule.ts";
import { configurationFile, settingsIn, textOfFile } from "./files.ts";
import { writePrivate } from "./write-private.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const decisions = ["deny", "ask", "allow"] as const;

/** The rules that one place sets. KelsonError `bad_input` names the first that is none. */
export const rulesIn = (
  settings: Configuration,
  source: RuleEntry["source"],
  label: (key: string) => string,
): RuleEntry[] =>
  decisions.flatMap((decision) => {
    const set = settings[decision] ?? [];
    return (typeof set === "string" ? splitRules(set) : set).map((rule) => {
      if (readRule(rule).ok) return { source, decision, rule };
      throw new KelsonError("bad_input", `${label(decision)} must be rules, got ${JSON.stringify(rule)}`, {
        hint: "A rule is a tool or kind with what it is about: Bash(git status:*), Read(src/**), WebFetch(domain:example.org).",
      });
    });
  });

/** Beside the user's configuration: rules by directory. */
export const alwaysFile = (env: Environment): string => join(dirname(configurationFile(env)), "always.json");

/** What the user answered for always in a directory. */
export const alwaysRules = async (cwd: string, env: Environment): Promise<RuleEntry[]> => {
  const { [await placeOf(cwd)]: here = {} } = await readAlways(env);
  return rulesIn(here, "user", (key) => `${alwaysFile(env)}: ${key}`);
};

/** Keeps rules for a directory; one that is known is not kept twice. */
export const keepAlways = async (
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
  decision: "allow" | "deny",
  rules: readonly string[],
): Promise<void> => {
  const all = await readAlways(env);
  const place = await placeOf(cwd);
  const here = all[place] ?? {};
  const kept = [...new Set([...(here[decision] ?? []), ...rules])];
  await writeAlways(env, { ...all, [place]: { ...here, [decision]: kept } });
};

/** Gives back whether it was there. */
export const forgetAlways = async (cwd: string, env: Environment, rule: string): Promise<boolean> => {
  const all = await readAlways(env);
  const place = await placeOf(cwd);
  const here = Object.entries(all[place] ?? {});
  if (!here.some(([, rules]) => rules.includes(rule))) return false;
  const left = Object.fromEntries(here.map(([decision, rules]) => [decision, rules.filter((kept) => kept !== rule)]));
  await writeAlways(env, { ...all, [place]: left });
  return true;
};

type Always = Readonly<Record<string, Partial<Record<RuleEntry["decision"], string[]>>>>;

const placeOf = (cwd: string): Promise<string> => realpath(cwd).catch(() => cwd);

const readAlways = async (env: Environment): Promise<Always> => {
  const file = alwaysFile(env);
  const all = settingsIn((await textOfFile(file)) ?? "{}", file);
  const bad = Object.entries(all).find(([, here]) => !isRules(here));
  if (bad === undefined) return all as Always;
  throw new KelsonError("bad_input", `${file}: ${bad[0]} must be {"allow": [rules], "deny": [rules]}`);
};

const isRules = (here: unknown): boolean =>
  typeof here === "object" &&
  here !== null &&
  Object.values(here).every((rules) => Array.isArray(rules) && rules.every((rule) => typeof rule === "string"));

const writeAlways = (env: Environment, all: Always): Promise<void> =>
  writePrivate(alwaysFile(env), `${JSON.stringify(all, null, 2)}\n`);
