/** A command that the user runs: in the user's own shell and with the user's own rights, as in any terminal. */
import { spawn } from "node:child_process";

export interface ShellLine {
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly stop: () => void;
}

export const shellLine = (
  command: string,
  { cwd, env, onOutput }: { cwd: string; env: NodeJS.ProcessEnv; onOutput: (text: string) => void },
): ShellLine => {
  const child = spawn(env["SHELL"] ?? "/bin/sh", ["-c", command], {
    cwd,
    env,
    // A group of its own, so that all of it can be stopped; no terminal, as this one is in use.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(signal ?? code ?? 0));
    }),
    stop: () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      } catch {
        // It has ended.
      }
    },
  };
};
