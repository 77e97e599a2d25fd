/** Looks at the processes of this machine, for tests that count what is left of them. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The processes whose command line contains a text. */
export const processesWith = (text: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name) && read(`/proc/${name}/cmdline`).includes(text))
    .map(Number);

/** The spawn helpers that a process started. */
export const helpersOf = (parent: number): number[] =>
  processesWith("kelson-spawn-helper").filter(
    (pid) =>
      read(`/proc/${String(pid)}/stat`)
        .split(") ")[1]
        ?.split(" ")[1] === String(parent),
  );

/** Whether a condition comes true within two seconds. */
export const soon = async (condition: () => boolean): Promise<boolean> => {
  for (let look = 0; look < 100; look += 1) {
    if (condition()) return true;
    await sleep(20);
  }
  return false;
};

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
