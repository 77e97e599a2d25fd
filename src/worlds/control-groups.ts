/** Limits that the kernel holds a whole process tree to: control groups, where this process may make them. */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecLimits } from "../contract/world.ts";

/** What a group can limit. */
export type Grouped = "memoryBytes" | "processes";

/** Groups of one call: a process joins by writing 0 into `cgroup.procs` of each directory. */
export interface ControlGroup {
  readonly directories: readonly string[];
  /** When its processes have ended. */
  readonly remove: () => Promise<void>;
}

/** Which limits groups can hold here, and the way to make one. */
export interface ControlGroups {
  readonly limits: readonly Grouped[];
  /** Throws when the kernel refuses, for example because a limit is lower than it allows. */
  readonly make: (limits: ExecLimits) => ControlGroup;
}

/** As https://docs.kernel.org/admin-guide/cgroup-v1 and cgroup-v2 have it. Tried, not guessed: a group is made and removed. */
export const controlGroups = (): ControlGroups => {
  const homes = mounted().flatMap(groupHomes).filter(works);
  const used = homes.filter((home, index) => homes.findIndex((other) => other.limit === home.limit) === index);
  return { limits: used.map(({ limit }) => limit), make: (limits) => group(used, limits) };
};

/** A directory below which groups can be made for one limit, and the files that hold it. */
interface GroupHome {
  readonly limit: Grouped;
  readonly directory: string;
  readonly files: readonly { readonly name: string; readonly value?: string; readonly optional?: true }[];
}

/** Where a hierarchy is mounted and which group of it this process is in. */
interface Hierarchy {
  readonly version: 1 | 2;
  readonly controllers: readonly string[];
  readonly mount: string;
  readonly own: string;
}

const mounted = (): Hierarchy[] => {
  const mounts = text("/proc/self/mountinfo").split("\n");
  return text("/proc/self/cgroup")
    .split("\n")
    .flatMap((line) => {
      const [, number = "", names = "", own = ""] = /^(\d+):([^:]*):(.*)$/u.exec(line) ?? [];
      const controllers = names.split(",").filter((name) => name !== "");
      const found = mounts.map((mount) => mountOf(mount)).find((mount) => isOf(mount, controllers));
      if (number === "" || found === undefined) return [];
      return [{ version: controllers.length === 0 ? 2 : 1, controllers, mount: found.point, own }] as const;
    });
};

interface Mount {
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

const mountOf = (line: string): Mount => {
  const [before = "", after = ""] = line.split(" - ");
  const [type = "", , options = ""] = after.split(" ");
  return { point: before.split(" ")[4] ?? "", type, options: options.split(",") };
};

const isOf = ({ type, options }: Mount, controllers: readonly string[]): boolean =>
  controllers.length === 0
    ? type === "cgroup2"
    : type === "cgroup" && controllers.every((name) => options.includes(name));

/** In version 2 a group with processes has no groups with limits below it, so only the top one can be a home. */
const groupHomes = ({ version, controllers, mount, own }: Hierarchy): GroupHome[] => {
  const offered = version === 1 ? controllers : text(join(mount, "cgroup.subtree_control")).trim().split(" ");
  const directory = version === 1 ? join(mount, own) : mount;
  const all = files[version];
  return [
    ...(offered.includes("memory") ? [{ limit: "memoryBytes", directory, files: all.memoryBytes } as const] : []),
    ...(offered.includes("pids") ? [{ limit: "processes", directory, files: all.processes } as const] : []),
  ];
};

const files = {
  1: {
    memoryBytes: [{ name: "memory.limit_in_bytes" }, { name: "memory.memsw.limit_in_bytes", optional: true }],
    processes: [{ name: "pids.max" }],
  },
  2: {
    memoryBytes: [
      { name: "memory.max" },
      { name: "memory.swap.max", value: "0", optional: true },
      { name: "memory.oom.group", value: "1", optional: true },
    ],
    processes: [{ name: "pids.max" }],
  },
} as const;

let last = 0;

const newName = (): string => {
  last += 1;
  return `kelson-${String(process.pid)}-${String(last)}`;
};

const works = (home: GroupHome): boolean => {
  const generous = 2 ** 30;
  try {
    void group([home], { [home.limit]: generous }).remove();
    return true;
  } catch {
    return false;
  }
};

const group = (homes: readonly GroupHome[], limits: ExecLimits): ControlGroup => {
  const wanted = homes.filter(({ limit }) => limits[limit] !== undefined);
  const name = newName();
  const directories = [...new Set(wanted.map(({ directory }) => join(directory, name)))];
  try {
    for (const directory of directories) mkdirSync(directory);
    for (const home of wanted) hold(home, join(home.directory, name), limits[home.limit] as number);
  } catch (error) {
    void removeAll(directories);
    throw error;
  }
  return { directories, remove: () => removeAll(directories) };
};

const hold = (home: GroupHome, directory: string, value: number): void => {
  for (const file of home.files) {
    try {
      writeFileSync(join(directory, file.name), "value" in file ? (file.value ?? "") : String(value));
    } catch (error) {
      if (file.optional !== true) throw error;
    }
  }
};

const tries = 20;
const pauseMs = 25;

/** The kernel lets a group go only when its last process has been reaped, which may take a moment. */
const removeAll = async (directories: readonly string[]): Promise<void> => {
  for (const directory of directories) {
    for (let turn = 0; turn < tries && !remove(directory); turn += 1) await sleep(pauseMs);
  }
};

const remove = (directory: string): boolean => {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
};

const text = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
