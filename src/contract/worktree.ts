/** The port to git worktrees: a directory and a branch of its own for a sub-agent. */

/** What a worktree is made for. `root` is the directory that it stands in for, `name` names the directory and the branch. */
export interface WorktreeOf {
  readonly root: string;
  readonly name: string;
}

/** Every method rejects with one sentence that says what is wrong, and can be asked again after a crash. */
export interface Worktrees {
  /**
   * Makes it, or meets the one that was made before: of the last commit, or of the present state, which are all changes that
   * are not ignored. Gives the directory in it that stands for `root`.
   */
  readonly make: (of: WorktreeOf & { readonly from: "commit" | "present state" }) => Promise<string>;
  /** What is in it that must not be lost, in one sentence; undefined when there is nothing. */
  readonly worth: (of: WorktreeOf) => Promise<string | undefined>;
  /** Removes one in which nothing is worth keeping; git itself refuses any other. */
  readonly remove: (of: WorktreeOf) => Promise<void>;
}
