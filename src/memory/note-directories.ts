/** Where notes are kept: below the user's own data, never in a repository, so that no clone brings notes along. */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import type { MemoryKeeper } from "../contract/memory.ts";

/** `$XDG_DATA_HOME/kelson/memory`, by default below `~/.local/share`: `user`, and beside it one directory a project. */
export const noteDirectories = (
  env: Readonly<Record<string, string | undefined>>,
  project: string,
): MemoryKeeper["directories"] => {
  const data = env["XDG_DATA_HOME"] || join(env["HOME"] || homedir(), ".local", "share");
  const all = join(data, "kelson", "memory");
  const digest = createHash("sha256").update(project).digest("hex").slice(0, digestChars);
  return { user: join(all, "user"), project: join(all, `${basename(project) || "root"}-${digest}`) };
};

const digestChars = 12;
