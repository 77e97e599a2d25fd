/** What of a directory would be used once it is trusted: everything in its `.kelson`. */
import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { KelsonError } from "../contract/error.ts";

/** Of a directory; it counts only when it is trusted. */
export const projectDirectory = (cwd: string): string => join(cwd, ".kelson");

/** More than this is no configuration, and nobody could have looked at it. */
const maxFiles = 2_000;
const maxBytes = 64 * 1024 * 1024;

export interface ProjectContent {
  /** Paths of its files, sorted. */
  readonly files: readonly string[];
  readonly digest: string;
}

/**
 * The digest changes when any file in it does: its name, whether it may be executed, its content, or where it links to. Undefined
 * when there is no such directory. KelsonError `bad_input` when it holds too much, cannot be read, or has a link that leads
 * out of it, behind which something could change unseen.
 */
export const contentOf = async (directory: string): Promise<ProjectContent | undefined> => {
  const names = await readdir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new KelsonError("bad_input", `${directory} cannot be read: ${error.message}`, { cause: error });
  });
  if (names === undefined) return undefined;
  if (names.length > maxFiles) throw tooMuch(directory, `${names.length} files`);
  const hash = createHash("sha256");
  const files: string[] = [];
  let bytes = 0;
  for (const name of names.toSorted()) {
    const { kind, content } = await entryOf(join(directory, name));
    bytes += content.length;
    if (bytes > maxBytes) throw tooMuch(directory, "more than 64 MB");
    if (kind === "link") requireInside(directory, name, content.toString());
    if (kind !== "directory") files.push(name);
    hash.update(JSON.stringify([name, kind, content.length])).update(content);
  }
  return { files, digest: hash.digest("hex") };
};

const entryOf = async (path: string): Promise<{ kind: string; content: Buffer }> => {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return { kind: "link", content: Buffer.from(await readlink(path)) };
  if (entry.isDirectory()) return { kind: "directory", content: Buffer.alloc(0) };
  if (!entry.isFile()) return { kind: "other", content: Buffer.alloc(0) };
  return { kind: (entry.mode & 0o111) === 0 ? "file" : "program", content: await readFile(path) };
};

const requireInside = (directory: string, name: string, leads: string): void => {
  if (!isAbsolute(leads) && isBelow(directory, resolve(directory, dirname(name), leads))) return;
  throw new KelsonError("bad_input", `${join(directory, name)} leads out of ${directory}, to ${leads}`, {
    hint: "What lies elsewhere could change unseen: put the file itself there.",
  });
};

/** Whether a path is the directory itself or stands in it. */
export const isBelow = (directory: string, path: string): boolean => {
  const inside = relative(directory, path);
  return inside !== ".." && !inside.startsWith("../") && !isAbsolute(inside);
};

const tooMuch = (directory: string, amount: string): KelsonError =>
  new KelsonError("bad_input", `${directory} holds ${amount}, which nobody could have looked at before trusting it`);
