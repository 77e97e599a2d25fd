/** The limit of all commands together that the kernel holds: a control group, where this process may make one. */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that has joined passes the group on to all that it starts. */
export interface CommandGroup {
  /** Takes the kernel some 10 ms, which is why each command does not have a group of its own. Never rejects. */
  readonly join: (pid: number) => Promise<void>;
  /** When its processes have ended. */
  readonly remove: () => Promise<void>;
}

/**
 * Three quarters of the machine's memory and of its process numbers. As https://docs.kernel.org/admin-guide/cgroup-v1 and
 * cgroup-v2 have it. Where no group can be made, which is usual for a plain user, joining does nothing.
 */
export const commandGroup = (): CommandGroup => {
  const homes = mounted().flatMap(groupHomes);
  const name = newName();
  const directories = [
    ...new Set(homes.filter((home) => made(home, name)).map(({ directory }) => join(directory, name))),
  ];
  return {
    join: async (pid) => {
      for (const directory of directories)
        await writeFile(join(directory, "cgroup.procs"), String(pid)).catch(() => undefined);
    },
    remove: () => removeAll(directories),
  };
};

type Grouped = "memoryBytes" | "processes";

const share = 0.75;

const limits = (): Readonly<Record<Grouped, number>> => ({
  memoryBytes: Math.floor(totalmem() * share),
  processes: Math.floor(Number(text("/proc/sys/kernel/pid_max")) * share),
});

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

/** Whether the group is there, with its limit. */
const made = (home: GroupHome, name: string): boolean => {
  const directory = join(home.directory, name);
  try {
    mkdirSync(directory, { recursive: true });
    hold(home, directory, limits()[home.limit]);
    return true;
  } catch {
    void removeAll([directory]);
    return false;
  }
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
