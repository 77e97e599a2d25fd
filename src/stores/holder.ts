/** Who this process is, told apart from every other, and whether another one is known to be gone. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Holder } from "../contract/store.ts";

/** What a system without /proc leaves unknown; it is never taken as a difference. */
const unknown = "";

/** This process. */
export const thisHolder = (): Holder => ({
  host: hostname(),
  boot: bootId(),
  pid: process.pid,
  started: startTime(process.pid),
});

/**
 * True only when it is known: the machine was booted again since, its process is gone, or another process has its number.
 * A holder on another machine is never known to be dead.
 */
export const isDead = (holder: Holder): boolean => {
  if (holder.host !== hostname()) return false;
  if (differ(holder.boot, bootId())) return true;
  return !exists(holder.pid) || differ(holder.started, startTime(holder.pid));
};

export const sameHolder = (one: Holder, other: Holder): boolean =>
  one.host === other.host && one.boot === other.boot && one.pid === other.pid && one.started === other.started;

const differ = (one: string, other: string): boolean => one !== unknown && other !== unknown && one !== other;

/** Signal 0 only asks. Any refusal but "no such process" means that there is one. */
const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== "ESRCH";
  }
};

const bootId = (): string => readOr(unknown, "/proc/sys/kernel/random/boot_id").trim();

/** Field 22 of /proc/<pid>/stat. The second field is the program's name in parentheses and may hold spaces and parentheses. */
const startTime = (pid: number): string => {
  const stat = readOr(unknown, `/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[22 - 3] ?? unknown;
};

const readOr = (fallback: string, path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fallback;
  }
};
