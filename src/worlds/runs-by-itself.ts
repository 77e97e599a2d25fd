/** What at the top of a workspace is run by programs that nobody asked to: by shells, editors, git hooks, agents. */
import { join } from "node:path";
import { entriesIn } from "./entries-in.ts";

/** Paths, as in `GuardedPlaces`. */
type ByItself = Readonly<Record<"writable" | "frozen" | "absent", string[]>>;

/**
 * Looks at each name in the root: what is there stays as it is, what is not must not be made. One that is a link is left
 * alone, for the link could be replaced all the same. A directory with such files in it can be written to, but not be moved.
 */
export const runsByItself = (root: string): ByItself => {
  const found: ByItself = { writable: [], frozen: [], absent: [] };
  const entries = entriesIn();
  const look = (directory: string, name: string): void => {
    const entry = entries(directory).get(name);
    if (entry === undefined) found.absent.push(join(directory, name));
    else if (!entry.isSymbolicLink()) found.frozen.push(join(directory, name));
  };
  for (const name of names) look(root, name);
  for (const [directory, files] of Object.entries(inDirectories)) {
    const place = join(root, directory);
    const entry = entries(root).get(directory);
    if (entry?.isDirectory() === true) found.writable.push(place);
    if (entry === undefined) found.absent.push(...files.map((file) => join(place, file)));
    else if (entry.isDirectory()) for (const file of files) look(place, file);
  }
  return found;
};

const written = (text: string): string[] => text.trim().split(/\s+/u);

const names = written(`
  .envrc .autoenv .autoenv.zsh .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile
  .zlogin .zlogout .inputrc .husky .githooks .gitconfig .vimrc .exrc .gvimrc .nvimrc .nvim.lua .lvimrc .vim .dir-locals.el
  .dir-locals-2.el .zed .devcontainer .devcontainer.json .mcp.json .gdbinit .lldbinit .pdbrc .pythonrc.py .tmux.conf .screenrc
  .psqlrc .sqliterc .irbrc .pryrc .Rprofile .curlrc .wgetrc sitecustomize.py usercustomize.py`);

const inDirectories: Readonly<Record<string, readonly string[]>> = {
  ".vscode": written("tasks.json settings.json launch.json mcp.json"),
  ".idea": written("runConfigurations workspace.xml watcherTasks.xml externalDependencies.xml"),
  ".fleet": written("run.json settings.json"),
  ".claude": written("settings.json settings.local.json hooks"),
  ".cursor": written("mcp.json hooks.json"),
  ".codex": written("config.toml"),
  ".gemini": written("settings.json"),
  ".continue": written("config.json"),
};
