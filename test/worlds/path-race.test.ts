/** Another process swaps directories and files for links to the outside, as fast as it can, while paths are used. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { World } from "../../src/contract/world.ts";
import { local } from "../../src/worlds/local.ts";
import { canWalk } from "../../src/worlds/held-directory.ts";

const rounds = 2_500;
/** Memory: swaps are then as fast as they can be. */
const quick = "/dev/shm";
const secret = "the canary outside";

/** What was done well, and how often something stood in the way. */
interface Tally {
  done: number;
  refused: number;
  readonly seen: Set<string>;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

describe.skipIf(!canWalk())("while links come and go (needs Linux and its /proc)", () => {
  let parent: string;
  let world: World;
  let swapping: ChildProcess;

  beforeAll(async () => {
    parent = await realpath(await mkdtemp(join(existsSync(quick) ? quick : tmpdir(), "kelson-race-")));
    const [root, outside] = [join(parent, "root"), join(parent, "outside")];
    await mkdir(join(root, "directory"), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, "name"), secret);
    await writeFile(join(root, "directory/name"), "inside");
    await writeFile(join(root, "file"), "inside");
    world = await local({ ripgrep: "/no/ripgrep" })(root);
    swapping = spawn(process.execPath, [join(import.meta.dirname, "swapping-process.ts"), root, outside], {
      stdio: "pipe",
    });
    await once(swapping.stdout as NodeJS.ReadableStream, "data");
  });
  afterAll(async () => {
    const ended = once(swapping, "exit");
    swapping.kill("SIGKILL");
    await ended;
    await world.close();
    await rm(parent, { recursive: true });
  });

  const tally = async (times: number, use: (round: number) => Promise<unknown>): Promise<Tally> => {
    const counted: Tally = { done: 0, refused: 0, seen: new Set() };
    for (let round = 0; round < times; round += 1) {
      try {
        counted.seen.add(String(await use(round)));
        counted.done += 1;
      } catch {
        counted.refused += 1;
      }
    }
    return counted;
  };
  const outside = async (): Promise<unknown> => ({
    names: await readdir(join(parent, "outside")),
    content: await readFile(join(parent, "outside/name"), "utf8"),
  });
  const untouched = { names: ["name"], content: secret };

  test.each(["directory/name", "file"])("nothing of the outside is read as %s", async (path) => {
    const { done, refused, seen } = await tally(rounds, async () => text(await world.files.read(path)));
    expect([...seen].filter((content) => content !== "inside")).toEqual([]);
    expect({ done: done > 0, refused: refused > 0 }).toEqual({ done: true, refused: true });
  });

  test("nothing is written outside", async () => {
    const { done, refused } = await tally(rounds, (round) => world.files.write(`directory/new-${round % 7}/x`, "new"));
    expect({ done: done > 0, refused: refused > 0 }).toEqual({ done: true, refused: true });
    expect(await outside()).toEqual(untouched);
  });

  test("nothing outside is written over or removed", async () => {
    await tally(rounds, (round) =>
      round % 2 === 0 ? world.files.write("directory/name", "inside") : world.files.remove("directory/name"),
    );
    await tally(rounds, () => world.files.write("file", "inside"));
    expect(await outside()).toEqual(untouched);
  });

  test("nothing outside is listed, looked at or found", async () => {
    const inside = new Set(["name", ...Array.from({ length: 7 }, (_, index) => `new-${index}`)]);
    await writeFile(join(parent, "outside/canary"), secret);
    const listed = await tally(rounds, async () => (await world.files.list("directory")).map(({ name }) => name));
    const names = [...listed.seen].flatMap((some) => some.split(","));
    expect(names.filter((name) => name !== "" && !inside.has(name) && !name.startsWith(".kelson-"))).toEqual([]);
    const looked = await tally(rounds, async () => (await world.files.stat("directory/canary"))?.bytes);
    expect([...looked.seen]).toEqual(["undefined"]);
    await rm(join(parent, "outside/canary"));
  });

  test("our own search reads nothing outside", async () => {
    const searched = await tally(
      500,
      async () => (await Array.fromAsync(world.files.search({ pattern: "canary" }))).length,
    );
    expect([...searched.seen]).toEqual(["0"]);
    // It has been at it all the time.
    expect(swapping.exitCode).toBe(null);
  });
});
