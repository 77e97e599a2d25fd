/** Chooses how to search, once: ripgrep when its binary is there and runs, else our own walk. */
import type { HoldDirectory } from "./held-directory.ts";
import type { Spawn } from "./process.ts";
import { ripgrep } from "./ripgrep.ts";
import type { SearchEngine } from "./search.ts";
import { walk } from "./walk.ts";

/** `program` is ripgrep's path; absent, it is the one in the package @vscode/ripgrep. `hold` is how our own walk goes. */
export const searchEngine = (spawn: Spawn, hold: HoldDirectory, program?: string): (() => Promise<SearchEngine>) => {
  let chosen: Promise<SearchEngine> | undefined;
  return () => {
    chosen ??= choose(spawn, hold, program);
    return chosen;
  };
};

const choose = async (spawn: Spawn, hold: HoldDirectory, program?: string): Promise<SearchEngine> => {
  try {
    const path = program ?? (await packagedPath());
    const child = await spawn({ argv: [path, "--version"], cwd: "/", env: {}, stdin: "none", stderr: "merged" });
    for (const output of child.outputs) output.resume();
    return (await child.ended).code === 0 ? ripgrep(path, spawn) : walk(hold);
  } catch {
    return walk(hold);
  }
};

/** The package throws while it is loaded when it has no binary for this machine. */
const packagedPath = async (): Promise<string> => (await import("@vscode/ripgrep")).rgPath;
