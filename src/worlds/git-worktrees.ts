/** Git worktrees below one directory, each on a branch `kelson/<name>`. */
import { mkdtemp, mkdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorktreeOf, Worktrees } from "../contract/worktree.ts";
import { type Git, git } from "./git.ts";

/** `place` is where the worktrees stand; it is made when it is needed. */
export const gitWorktrees = ({ place, env }: { readonly place: string; readonly env: Environment }): Worktrees => {
  const directoryOf = ({ name }: WorktreeOf): string => join(place, name);
  /** Written when all is there; it says from which commit the work begins. */
  const mark = (of: WorktreeOf): string => `${directoryOf(of)}.base`;
  const baseOf = (of: WorktreeOf): Promise<string> => readFile(mark(of), "utf8").catch(() => "");
  /** The worktree's own `.git` is not asked where its repository is: commands could write to it where nothing holds them. */
  const inside = async (of: WorktreeOf): Promise<Git> => {
    const run = git({ directory: of.root, env });
    const common = await realpath(await run("rev-parse", "--path-format=absolute", "--git-common-dir"));
    return git({ directory: directoryOf(of), env, repository: join(common, "worktrees", of.name) });
  };

  return {
    make: async ({ from, ...of }) => {
      const run = git({ directory: of.root, env });
      const prefix = await run("rev-parse", "--show-prefix");
      const directory = directoryOf(of);
      if ((await baseOf(of)) === "") {
        const base = from === "commit" ? await headOf(run) : await presentState(of, env);
        await mkdir(place, { recursive: true });
        await addWorktree(run, { directory, branch: branchOf(of), base });
        await (
          await inside(of)
        )("reset", "--hard", "--quiet", base);
        await writeFile(mark(of), base);
      }
      return realpath(join(directory, prefix));
    },
    worth: async (of) => {
      const base = await baseOf(of);
      if (base === "") return undefined;
      const run = await inside(of);
      const commits = Number(await run("rev-list", "--count", `${base}..HEAD`));
      const branch = await run("rev-parse", "--abbrev-ref", "HEAD");
      const changed = await run("status", "--porcelain");
      const found = [
        ...(commits > 0 ? [`${commits} ${commits === 1 ? "commit" : "commits"}`] : []),
        ...(changed === "" ? [] : ["changes that are not committed"]),
        ...(branch === branchOf(of) ? [] : [`another branch, ${branch}`]),
      ];
      if (found.length === 0) return undefined;
      return `Its worktree is kept, with ${found.join(" and ")}: ${directoryOf(of)}, branch ${branchOf(of)}`;
    },
    remove: async (of) => {
      const base = await baseOf(of);
      const run = git({ directory: of.root, env });
      await run("worktree", "remove", directoryOf(of));
      // Only while it holds nothing more than it began with.
      await run("update-ref", "-d", `refs/heads/${branchOf(of)}`, base);
      await rm(mark(of));
    },
  };
};

type Environment = Readonly<Record<string, string | undefined>>;

const branchOf = ({ name }: WorktreeOf): string => `kelson/${name}`;

const headOf = async (run: Git): Promise<string> => {
  try {
    return await run("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  } catch (cause) {
    throw new Error("a worktree cannot be made: the repository has no commit yet", { cause });
  }
};

/** A commit of all that is there and not ignored; neither the index nor a branch changes. */
const presentState = async ({ root }: WorktreeOf, env: Environment): Promise<string> => {
  const run = git({ directory: root, env });
  const [head, top] = [await headOf(run), await run("rev-parse", "--show-toplevel")];
  const own = await mkdtemp(join(tmpdir(), "kelson-index-"));
  try {
    const apart = git({ directory: top, env: { ...env, GIT_INDEX_FILE: join(own, "index") } });
    await apart("read-tree", head);
    await apart("add", "--all");
    const tree = await apart("write-tree");
    if (tree === (await run("rev-parse", `${head}^{tree}`))) return head;
    return await apart("commit-tree", tree, "-p", head, "-m", "Present state, with what was not committed");
  } finally {
    await rm(own, { recursive: true });
  }
};

/** Goes on where an earlier one was cut off. */
const addWorktree = async (
  run: Git,
  { directory, branch, base }: { readonly directory: string; readonly branch: string; readonly base: string },
): Promise<void> => {
  if (await stat(join(directory, ".git")).catch(() => undefined)) return;
  await run("worktree", "prune");
  const isThere = await run("rev-parse", "--verify", "--quiet", `refs/heads/${branch}`).catch(() => "");
  const words = isThere === "" ? ["-b", branch, directory, base] : [directory, branch];
  await run("worktree", "add", "--quiet", "--no-checkout", ...words);
};
