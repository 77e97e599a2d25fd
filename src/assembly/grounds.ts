/** What this machine has that calls are judged by, and where lasting answers are kept. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import type { Grounds } from "../agent/study.ts";
import { keepAlways } from "../configuration/rules.ts";
import type { RuleEntry } from "../contract/terms.ts";

export interface GroundsOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly rules: readonly RuleEntry[];
  readonly stateDirectory: string;
  readonly guard: Grounds["guard"];
}

export const grounds = async ({ cwd, env, rules, stateDirectory, guard }: GroundsOptions): Promise<Grounds> => ({
  home: env["HOME"] || homedir(),
  mountPoints: await mountPoints(),
  stateDirectory,
  rules,
  guard,
  shell: async () => (await import("../shell/parse-shell.ts")).parseShell,
  keep: (decision, kept) => keepAlways({ cwd, env }, decision, kept),
});

/** Linux says them; elsewhere only the directories that everyone knows are kept. */
const mountPoints = async (): Promise<string[]> => {
  const text = await readFile("/proc/self/mounts", "utf8").catch(() => "");
  return [...new Set(text.split("\n").flatMap((line) => line.split(" ")[1] ?? []))].map((path) =>
    path.replaceAll(/\\(\d{3})/gu, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
  );
};
