/** A workspace with keys, processes and servers beside it, and commands in the sandbox that go for them. */
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../../src/contract/world.ts";
import { landlock } from "../../../src/worlds/landlock.ts";
import { local } from "../../../src/worlds/local.ts";

/** What a secret file holds; whoever can say it has read one. */
const canary = "BROKE-canary";

/** A place under attack. Every command has a fresh workspace. */
export interface Siege {
  /** What a script said; where something beside the workspace is not as it was, that too. */
  readonly run: (script: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export const siege = async (): Promise<Siege> => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "kelson-siege-")));
  const [home, outside, root] = ["home", "outside", "work"].map((name) => join(base, name)) as [string, string, string];
  await mkdir(join(home, ".ssh"), { recursive: true });
  await writeFile(join(home, ".ssh", "key"), canary);
  await writeFile(join(home, ".profile"), "profile");
  await mkdir(join(outside, "empty"), { recursive: true });
  await writeFile(join(outside, "file"), "content", { mode: 0o666 });
  await writeFile(join(outside, "netrc"), canary);
  await symlink(join(outside, "netrc"), join(home, ".netrc"));
  await mkdir(root);
  const servers = await targets(outside);
  const victim = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
  const before = await state(home, outside);
  const world = await local({ launcher: landlock, env: { ...process.env, HOME: home } })(root);
  const env = { ...servers.env, OUTSIDE: outside, PARENT: String(process.pid), VICTIM: String(victim.pid) };
  return {
    run: async (script) => {
      const said = await inFreshDirectory(world, script, env);
      const changed = (await state(home, outside)) === before ? "" : "BROKE: something outside was changed";
      return (
        said + changed + (victim.exitCode === null && victim.signalCode === null ? "" : "BROKE: the victim is dead")
      );
    },
    close: async () => {
      await world.close();
      servers.close();
      await end(victim);
      await rm(base, { recursive: true, force: true });
    },
  };
};

let count = 0;

const inFreshDirectory = async (world: World, script: string, env: Record<string, string>): Promise<string> => {
  count += 1;
  const cwd = join(world.root, String(count));
  await mkdir(cwd);
  const command = { argv: ["bash", "-c", script], cwd, env, stderr: "apart", timeoutMs: 60_000 } as const;
  return (await (await world.exec({ ...command, argv: ["bash", "-c", script] })).exit).stdout;
};

/** Names, modes and contents. */
const state = async (...directories: readonly string[]): Promise<string> => {
  const found: string[] = [];
  for (const directory of directories)
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      found.push(entry.isFile() ? `${path}=${await readFile(path, "utf8")}` : path);
    }
  return found.toSorted().join("\n");
};

/** Servers of every kind on this machine. */
const targets = async (directory: string): Promise<{ env: Record<string, string>; close: () => void }> => {
  const abstract = `kelson-siege-${String(process.pid)}`;
  const path = join(directory, "socket");
  const open = async (place: string | number): Promise<Server> => {
    const server = createServer((socket) => socket.end());
    await once(typeof place === "number" ? server.listen(place, "127.0.0.1") : server.listen(place), "listening");
    return server;
  };
  const [tcp, named, hidden] = await Promise.all([open(0), open(path), open(`\0${abstract}`)]);
  await chmod(path, 0o777);
  const udp = createSocket("udp4");
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  return {
    env: {
      TCP: String((tcp.address() as AddressInfo).port),
      UDP: String(udp.address().port),
      ABSTRACT: abstract,
      SOCKET: path,
    },
    close: () => {
      udp.close();
      for (const server of [tcp, named, hidden]) server.close();
    },
  };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
};
