/** Where a sub-agent works: in its parent's directory, or in a git worktree of its own. */
import type { WorktreeOf } from "../../contract/worktree.ts";
import type { Child } from "../../folds/status/children.ts";
import type { Context } from "../context.ts";

type Place = Pick<Context, "worktrees" | "world">;

export const placeOf = async ({ worktrees, world }: Place, child: Child): Promise<string> => {
  if (child.isolation === "none" || worktrees === undefined) return world.root;
  const from = child.isolation === "worktree" ? "commit" : "present state";
  return worktrees.make({ ...worktreeOf(world, child), from });
};

/** What of its worktree must not be lost, in one sentence. */
export const keptOf = async ({ worktrees, world }: Place, child: Child): Promise<string | undefined> => {
  if (child.isolation === "none") return undefined;
  try {
    return await worktrees?.worth(worktreeOf(world, child));
  } catch (error) {
    return `Its worktree ${child.id} is kept: ${(error as Error).message}`;
  }
};

/** Its worktree goes, when git finds nothing in it either. */
export const discard = async ({ worktrees, world }: Place, child: Child): Promise<void> => {
  if (child.isolation !== "none") await worktrees?.remove(worktreeOf(world, child)).catch(() => {});
};

/** Why there can be no worktree, in one sentence. */
export const whyNotApart = ({ worktrees, status }: Pick<Context, "worktrees" | "status">): string | undefined => {
  if (worktrees === undefined) return "this runtime has no git worktrees; leave out isolation";
  return status().mode === "read-only" ? "the mode is read-only, so no worktree can be made" : undefined;
};

const worktreeOf = ({ root }: Context["world"], { id }: Child): WorktreeOf => ({ root, name: id });
