/** What project a directory belongs to: the root of its repository, one for all of its worktrees; without one, itself. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** A directory that is gone stands for itself. */
export const projectRoot = async (directory: string): Promise<string> => {
  const start = await realpath(directory).catch(() => resolve(directory));
  for (let at = start; ; at = dirname(at)) {
    const git = await stat(join(at, ".git")).catch(() => undefined);
    if (git?.isDirectory()) return at;
    if (git?.isFile()) return (await mainWorktree(at)) ?? at;
    if (dirname(at) === at) return start;
  }
};

/**
 * A linked worktree has a file `.git` that leads to a directory of the main repository, and that leads back:
 * https://git-scm.com/docs/gitrepository-layout. One that is not led back to is not believed, or any directory could
 * call itself a worktree of a repository and so come by its notes.
 */
const mainWorktree = async (worktree: string): Promise<string | undefined> => {
  try {
    const file = join(worktree, ".git");
    const own = resolve(worktree, (await text(file)).replace(/^gitdir:\s*/u, ""));
    const common = resolve(own, await text(join(own, "commondir")));
    const back = await realpath(resolve(own, await text(join(own, "gitdir"))));
    if (back !== (await realpath(file))) return undefined;
    return await realpath(common.endsWith("/.git") ? dirname(common) : common);
  } catch {
    return undefined;
  }
};

const text = async (file: string): Promise<string> => (await readFile(file, "utf8")).trim();
