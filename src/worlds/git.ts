/** Runs git on a repository that nobody vouches for: no hooks, no filters, no programs that its configuration names. */
import { execFile } from "node:child_process";
import { findProgram } from "./find-program.ts";
import { isInside } from "./paths.ts";

/** Gives what it says, without the last line break. Rejects with one sentence. */
export type Git = (...words: string[]) => Promise<string>;

export interface GitOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The git directory, when it is not to be looked for. */
  readonly repository?: string | undefined;
}

const maxBytes = 2 ** 26;

export const git = ({ directory, env, repository }: GitOptions): Git => {
  const path = (env["PATH"] ?? "")
    .split(":")
    .filter((place) => place.startsWith("/") && !isInside([directory], place))
    .join(":");
  const own = {
    PATH: path,
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Kelson",
    GIT_AUTHOR_EMAIL: "kelson@localhost",
    GIT_COMMITTER_NAME: "Kelson",
    GIT_COMMITTER_EMAIL: "kelson@localhost",
    ...(env["GIT_INDEX_FILE"] !== undefined && { GIT_INDEX_FILE: env["GIT_INDEX_FILE"] }),
    ...(repository !== undefined && { GIT_DIR: repository, GIT_WORK_TREE: directory }),
  };
  const run = (words: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { cwd: directory, env: own, maxBuffer: maxBytes };
      execFile(findProgram("git", "/", path), [...words], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout.replace(/\n$/u, ""));
        else
          reject(
            new Error(
              `git ${words.find((word) => /^[a-z]/u.test(word) && !word.includes("="))}: ${sentence(stderr) || error.message}`,
            ),
          );
      });
    });
  let filters: Promise<string[]> | undefined;
  return async (...words) => {
    filters ??= withoutFilters(run);
    return run([...harmless, ...(await filters), ...words]);
  };
};

const harmless = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "commit.gpgSign=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

/** Each filter that the configuration has, made to do nothing. */
const withoutFilters = async (run: (words: readonly string[]) => Promise<string>): Promise<string[]> => {
  const listed = await run([...harmless, "config", "--name-only", "--get-regexp", String.raw`^filter\.`]).catch(
    () => "",
  );
  const names = new Set(listed.split("\n").flatMap((line) => /^filter\.(.+)\.[^.]+$/u.exec(line)?.[1] ?? []));
  return [...names].flatMap((name) =>
    ["clean=", "smudge=", "process=", "required=false"].flatMap((setting) => ["-c", `filter.${name}.${setting}`]),
  );
};

const sentence = (text: string): string =>
  text
    .trim()
    .split("\n")
    .map((line) => line.replace(/^(?:fatal|error): /u, ""))
    .join("; ");
