/** Where sub-agents work apart; loaded when the first one does. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { AssembleOptions } from "../contract/options.ts";
import type { Worktrees } from "../contract/worktree.ts";
import { lazily } from "./lazily.ts";

/** Beside the sessions and out of the repository, where commands can see them. */
export const lateWorktrees = (env: AssembleOptions["env"]): Worktrees => {
  const place = join(env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache"), "kelson", "worktrees");
  const opened = lazily(async () => (await import("../worlds/git-worktrees.ts")).gitWorktrees({ place, env }));
  return {
    make: async (of) => (await opened()).make(of),
    worth: async (of) => (await opened()).worth(of),
    remove: async (of) => (await opened()).remove(of),
  };
};
