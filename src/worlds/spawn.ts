/** Starts a program as a child of this process: simple, always there, but slow when this process is large, for Node forks. */
import { spawn as nodeSpawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import type { Ending, Spawn } from "./process.ts";

/** Merged outputs come in the order in which they arrive here; two pipes do not tell more. */
export const spawn: Spawn = async ({ argv: [file, ...words], cwd, env, stdin, stderr }) => {
  const child = nodeSpawn(file, words, {
    cwd,
    env,
    detached: true,
    stdio: [stdin === "pipe" ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("exit", (code, signal) => {
      resolve({ code, signal: signal ?? undefined, orphans: undefined });
    });
  });
  await once(child, "spawn");
  const [out, error] = [child.stdout as Readable, child.stderr as Readable];
  return {
    pid: child.pid as number,
    outputs: stderr === "apart" ? [out, error] : [merged(out, error)],
    stdin: child.stdin ?? undefined,
    ended,
  };
};

const merged = (...sources: readonly Readable[]): Readable => {
  const into = new PassThrough();
  let open = sources.length;
  into.once("close", () => {
    for (const source of sources) source.destroy();
  });
  for (const source of sources) {
    source.pipe(into, { end: false });
    source.once("close", () => {
      open -= 1;
      if (open === 0) into.end();
    });
  }
  return into;
};
