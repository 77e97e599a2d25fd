/** A killed process leaves its directories behind; the next one removes them, and no others. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";

const module = new URL("../../src/worlds/own-directory.ts", import.meta.url).href;
const program = `import { ownDirectory } from ${JSON.stringify(module)}; console.log(ownDirectory("sandbox")); setInterval(() => {}, 1000);`;

/** A process that has such a directory. */
const holder = async (temporary: string): Promise<{ readonly child: ChildProcess; readonly directory: string }> => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [directory] = await once(createInterface(child.stdout), "line");
  return { child, directory };
};

test("what a killed process left is removed, and nothing else", async () => {
  const temporary = await mkdtemp(join(tmpdir(), "kelson-own-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const killed = await holder(temporary);
  const lives = await holder(temporary);
  await mkdir(join(killed.directory, "deep/er"), { recursive: true });
  await writeFile(join(killed.directory, "deep/er/file"), "left");
  await mkdir(join(killed.directory, "closed"));
  await chmod(join(killed.directory, "closed"), 0);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");

  const names = [killed, lives].map(({ directory }) => basename(directory));
  const open = basename(killed.directory).replace(/\w{6}$/u, "opened");
  await mkdir(join(temporary, open), { mode: 0o755 });
  // Of another machine, or another container, the same number is somebody else.
  const elsewhere = names[0]?.replace(/-[0-9a-f]{8}-/u, "-00000000-") ?? "";
  for (const other of [elsewhere, "kelson-sandbox-abcdef", "somebody's"]) await mkdir(join(temporary, other));

  const next = await holder(temporary);
  const there = [open, ...names.slice(1), basename(next.directory), elsewhere, "kelson-sandbox-abcdef", "somebody's"];
  await vi.waitFor(async () => expect((await readdir(temporary)).toSorted()).toEqual(there.toSorted()), 10_000);
});
