/** Directories for as long as a world is open, below the system's one for temporary files. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readlinkSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes one for this user alone, named by `kind`. Those whose process was killed are removed meanwhile. */
export const ownDirectory = (kind: string): string => {
  removing ??= removeLeft(tmpdir());
  return mkdtempSync(join(tmpdir(), `kelson-${kind}-${machine()}-${process.pid}-`));
};

/** Once a process. */
let removing: Promise<void> | undefined;

/** Elsewhere, below a directory that is shared, the same number is another process: after a start, in a container. */
const machine = (): string => {
  const parts = [
    () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"),
    () => readlinkSync("/proc/self/ns/pid"),
  ].map(orNothing);
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 8);
};

const orNothing = (read: () => string): string => {
  try {
    return read();
  } catch {
    return "";
  }
};

const removeLeft = async (directory: string): Promise<void> => {
  const ours = new RegExp(`^kelson-[a-z]+-${machine()}-(\\d+)-\\w{6}$`, "u");
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const pid = ours.exec(name)?.[1];
    const path = join(directory, name);
    if (pid === undefined || !isGone(Number(pid)) || !(await isOurs(path))) continue;
    // What cannot be removed stays.
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
};

/** Nobody else can reach into it then, and have us remove what is behind a link. */
const isOurs = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
};

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};
