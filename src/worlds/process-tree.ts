/** Finds the processes that belong to a command, however they hide, and ends them. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { signal } from "./signal.ts";

/** The variable that marks every process of a command; its value is the command's own random id. */
export const marker = "KELSON_CALL";

/** A command's processes: its group, what carries its mark, and all that descends from these. */
export interface ProcessTree {
  readonly pid: number;
  readonly mark: string;
}

/** Whether the command's process group still has a member. Cheap: one system call. */
export const groupLives = ({ pid }: ProcessTree): boolean => signal(-pid, 0);

/** The living processes of a command. Reads all of /proc, about 10 µs a process; where there is none, only the group is known. */
const membersOf = (tree: ProcessTree, orphans: readonly number[]): Row[] => {
  const all = processTable();
  if (all.length === 0) return groupLives(tree) ? [{ pid: tree.pid, parent: 0, group: tree.pid, session: 0 }] : [];
  const members = new Set(all.filter((row) => belongs(row, tree, orphans)).map((row) => row.pid));
  let before = -1;
  while (before !== members.size) {
    before = members.size;
    for (const row of all) if (members.has(row.parent)) members.add(row.pid);
  }
  return all.filter((row) => members.has(row.pid));
};

const graceMs = 200;
const giveUpMs = 3000;

/**
 * Ends all of them: SIGTERM, then SIGKILL after a grace of 200 ms, again and again while new ones appear.
 * Resolves to the most that were seen at once, when none is left or three seconds did not help.
 */
export const endTree = async (tree: ProcessTree, orphans: readonly number[] = []): Promise<number> => {
  const began = performance.now();
  let most = 0;
  let empty = 0;
  // A process that is just being started shows no mark for a moment, so one empty look does not say that nothing is left.
  for (let looks = 0; empty < 2 && performance.now() - began < giveUpMs; looks += 1) {
    if (looks > 0) await sleep(empty > 0 ? 2 : Math.min(2 ** looks, 32));
    const members = membersOf(tree, orphans);
    if (most === 0) send(tree, members, "SIGTERM");
    else if (performance.now() - began > graceMs) send(tree, members, "SIGKILL");
    most = Math.max(most, members.length);
    empty = members.length === 0 ? empty + 1 : 0;
  }
  return most;
};

/** A process: who started it, its group and session. */
interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

const processTable = (): Row[] => {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/u.test(name) ? row(name) : []));
  } catch {
    return [];
  }
};

const row = (pid: string): Row[] => {
  const stat = read(`/proc/${pid}/stat`);
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4);
  if (session === undefined || state === "Z" || state === "X") return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(session) }];
};

const belongs = (row: Row, { pid, mark }: ProcessTree, orphans: readonly number[]): boolean => {
  if (row.pid === pid || row.group === pid || row.session === pid) return true;
  const environment = read(`/proc/${String(row.pid)}/environ`);
  if (environment.includes(`${marker}=${mark}`)) return true;
  return orphans.includes(row.pid) && !environment.includes(`${marker}=`) && isSettled(row.pid);
};

/** A process that is just being started or is dying has no command line, and shows no environment either. */
const isSettled = (pid: number): boolean => read(`/proc/${String(pid)}/cmdline`) !== "";

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
};

/** Each hears it once: a program that tidies up at SIGTERM must not be disturbed by a second one. */
const send = ({ pid }: ProcessTree, members: readonly Row[], name: "SIGTERM" | "SIGKILL"): void => {
  signal(-pid, name);
  for (const member of members) if (member.group !== pid) signal(member.pid, name);
};
