/** What git says of the working directory: its branch and, where a sandbox holds the program, its status. */
import { dirname, join, resolve } from "node:path";
import type { World } from "../contract/world.ts";
import { upToRepository } from "./instructions/repository.ts";

/** A few lines; undefined when there is no repository, and then no program runs. */
export const gitText = async (world: World): Promise<string | undefined> => {
  const top = (await upToRepository(world, world.root)).at(-1) ?? world.root;
  const head = await headOf(world, top);
  if (head === undefined) return undefined;
  const status = await statusOf(world);
  return [head, ...(status === undefined ? [] : [status])].join("\n");
};

/** Read from the file: it costs nothing, and is there also where git may not run. */
const headOf = async (world: World, top: string): Promise<string | undefined> => {
  try {
    const directory = await gitDirectory(world, top);
    const head = (await textIn(world, directory, "HEAD")).trim();
    const { branch, commit } =
      /^(?:ref: refs\/heads\/(?<branch>\S{1,200})|(?<commit>[0-9a-f]{12})[0-9a-f]*)$/u.exec(head)?.groups ?? {};
    if (branch !== undefined) return `branch ${branch}`;
    return commit === undefined ? undefined : `detached at ${commit}`;
  } catch {
    return undefined;
  }
};

/** In a worktree and a submodule `.git` is a file that says where the directory is. */
const gitDirectory = async (world: World, top: string): Promise<string> => {
  const place = join(top, ".git");
  const reader = world.narrow({ effects: ["read"], anywhere: false, reads: [top] });
  if ((await reader.files.stat(place))?.kind === "directory") return place;
  const [, said = ""] = /^gitdir: (.+)$/mu.exec(await textIn(world, top, ".git")) ?? [];
  return resolve(dirname(place), said);
};

const textIn = async (world: World, directory: string, name: string): Promise<string> => {
  const { files } = world.narrow({ effects: ["read"], anywhere: false, reads: [directory] });
  return new TextDecoder().decode(await files.read(join(directory, name), { maxBytes: 4_096 }));
};

const maxMs = 1_000;
const shownFiles = 20;

/**
 * A repository's own configuration and attributes can name programs that git runs, so it runs only in a sandbox that lets it
 * write nothing and reach nobody; what of that can be switched off is off, too.
 */
const statusOf = async (world: World): Promise<string | undefined> => {
  try {
    const running = await world.narrow({ effects: ["read"], anywhere: false }).exec({
      argv: ["git", ...settings, "status", "--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=all"],
      env,
      confine: { writes: "nothing", network: "nothing" },
      stderr: "apart",
      timeoutMs: maxMs,
      maxChars: 1_000_000,
    });
    const { code, ended, stdout } = await running.exit;
    if (ended === "timeout") return `status: not known, as git took longer than ${maxMs} ms`;
    return code === 0 ? told(stdout) : undefined;
  } catch {
    return undefined;
  }
};

const settings = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.untrackedCache=false"].flatMap(
  (setting) => ["-c", setting],
);
const env = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
};

const told = (porcelain: string): string => {
  const lines = porcelain.split("\0").filter((line) => line !== "");
  if (lines.length === 0) return "status: clean";
  const shown = lines.slice(0, shownFiles).map((line) => `  ${JSON.stringify(line).slice(1, -1)}`);
  const left = lines.length - shown.length;
  return ["status:", ...shown, ...(left > 0 ? [`  and ${left} more`] : [])].join("\n");
};
