/** The settings that stand in the environment. */
import { KelsonError } from "../contract/error.ts";
import { variableName } from "../contract/options.ts";
import { keys } from "./check.ts";

/** A misspelt variable would else be ignored in silence, and with it perhaps a budget. */
export const fromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => {
  const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const ours = set.filter(([name]) => name.startsWith(variablePrefix) && !otherVariables.has(name));
  for (const [name] of ours) {
    if (keyOfVariable.has(name)) continue;
    throw new KelsonError("bad_input", `${name} is no variable of the configuration`, {
      hint: `The variables are ${[...keyOfVariable.keys()].join(", ")}.`,
    });
  }
  return Object.fromEntries(ours.map(([name, value]) => [keyOfVariable.get(name), value]));
};

const variablePrefix = "KELSON_";
const keyOfVariable = new Map(keys.map((key) => [variableName(key), key]));

/** Variables with our prefix that are no settings: what the commands of a call are marked with, and the seed of our tests. */
const otherVariables = new Set(["KELSON_CALL", "KELSON_SEED"]);
