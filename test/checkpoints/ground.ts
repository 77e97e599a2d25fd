/** A workspace and a place for its snapshots, on a real disk, for as long as a test takes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CheckpointsOptions, checkpoints } from "../../src/checkpoints/checkpoints.ts";
import type { Checkpoints, FileChange } from "../../src/contract/checkpoint.ts";

export interface Ground extends AsyncDisposable {
  readonly root: string;
  readonly directory: string;
  readonly files: Checkpoints;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Runs a script in the workspace, with a shell. */
  readonly shell: (script: string) => string;
  /** Another one on the same place, as another process would open it. */
  readonly again: (options?: Partial<CheckpointsOptions>) => Checkpoints;
}

export const ground = (options: Partial<CheckpointsOptions> = {}): Ground => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "kelson-checkpoints-")));
  const root = join(top, "workspace");
  const directory = join(top, "snapshots");
  mkdirSync(root);
  const opened: Checkpoints[] = [];
  const again = (more: Partial<CheckpointsOptions> = {}): Checkpoints => {
    const files = checkpoints({ root, directory, ...options, ...more });
    opened.push(files);
    return files;
  };
  return {
    root,
    directory,
    files: again(),
    again,
    write: (path, content) => {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    shell: (script) => execFileSync("/bin/sh", ["-c", script], { cwd: root, encoding: "utf8", stdio: "pipe" }),
    [Symbol.asyncDispose]: async () => {
      for (const files of opened) await files.close();
      execFileSync("chmod", ["-R", "u+rwX", top]);
      rmSync(top, { recursive: true, force: true });
    },
  };
};

/** Long enough ago that nobody takes what was written before for too young to be told apart. */
export const aWhile = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 40));
};

/** The snapshot of an empty workspace, which every place knows. */
export const nothing = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";

/** A line a change: what was there, and what is. */
export const shown = (changes: readonly FileChange[]): string[] =>
  changes.map(({ path, from, to }) => `${path}: ${from?.kind ?? "nothing"} → ${to?.kind ?? "nothing"}`);

export const paths = (changes: readonly FileChange[]): string[] => changes.map(({ path }) => path);
