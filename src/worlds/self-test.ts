/** A tiny command that tries to leave the sandbox which it runs in, before anybody relies on it. */
import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Launcher } from "./launcher.ts";
import type { Roots } from "./paths.ts";
import { marker } from "./process-tree.ts";
import { isBelow } from "./paths.ts";
import { signal } from "./signal.ts";
import { spawn } from "./spawn.ts";

const patienceMs = 5000;

/** Writes a file where it must not and knocks at a door of this machine. Perl, as it starts in a millisecond. */
const script = `
my ($port, @files) = @ARGV;
for (@files) { open FILE, '>', $_ and print FILE 'x' }
socket SOCKET, 2, 1, 0 and connect SOCKET, pack 'S n C4 x8', 2, $port, 127, 0, 0, 1;
print 'done';
`;

/** Undefined when it holds; else what is wrong with it, as the end of a sentence. Takes some 20 ms. */
export const selfTest = async (
  launcher: Launcher,
  { roots }: { readonly roots: Roots },
): Promise<string | undefined> => {
  const mark = randomUUID();
  const files = [homedir(), tmpdir()]
    .filter((directory) => isWritable(directory) && !roots.some((root) => isBelow(directory, root)))
    .map((directory) => join(directory, `.kelson-test-${mark}`));
  let visitors = 0;
  const server = createServer((socket) => {
    visitors += 1;
    socket.on("error", () => undefined).destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const said = await run(launcher, ["perl", "-e", script, String(port), ...files], roots[0], mark);
    if (said !== "done") return `a command did not run in it (${said.trim() || "it said nothing"})`;
    if (files.some(existsSync)) return "a command could write outside of the workspace";
    return visitors > 0 ? "a command could use the network" : undefined;
  } finally {
    for (const file of files) rmSync(file, { force: true });
    server.close();
  }
};

const run = async (launcher: Launcher, argv: [string, ...string[]], cwd: string, mark: string): Promise<string> => {
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", [marker]: mark };
  const { ended, outcome: _, ...launched } = await launcher.launch({ argv, cwd, env });
  const program = await spawn({ ...launched, stdin: "none", stderr: "merged" });
  const timer = setTimeout(() => signal(-program.pid, "SIGKILL"), patienceMs);
  try {
    const said = await text(program.outputs[0] as NodeJS.ReadableStream);
    await program.ended;
    return said;
  } finally {
    clearTimeout(timer);
    ended?.();
  }
};

const isWritable = (directory: string): boolean => {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
