/** The most memory that the program takes in a run of 50 steps. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const root = join(import.meta.dirname, "..", "..");

export const memory = (model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-memory-"));
  const env = { ...process.env, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory };
  const url = model.url("bash", 50);
  const peak = (argv: string[]): number => {
    const { stderr } = spawnSync("/usr/bin/time", ["-f", "%M", process.execPath, ...argv], {
      env,
      cwd: directory,
      encoding: "utf8",
    });
    return Number(stderr.trim().split("\n").at(-1)) / 1024;
  };
  const run = [
    "run",
    "-m",
    "anthropic/bench",
    "--base-url",
    url,
    "--permission-mode",
    "bypass",
    "--max-steps",
    "0",
    "hi",
  ];
  const figure = {
    kelson: peak([join(root, "bin", "kelson"), ...run]),
    bare: peak([join(root, "bench", "bare.ts"), url]),
  };
  rmSync(directory, { recursive: true, force: true });
  return Promise.resolve([{ name: "peak memory, 50 steps of bash", ...figure, unit: "MiB" }]);
};
