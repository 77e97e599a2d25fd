/** From the start of the program to the model's first request. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, inTurn } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const turns = 9;
const root = join(import.meta.dirname, "..", "..");

export const start = async (model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-start-"));
  const url = model.url("noop", 1);
  const env = { ...process.env, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory };
  const firstRequest = async (argv: string[]): Promise<number> => {
    const from = Date.now();
    const child = spawn(process.execPath, argv, { env, stdio: "ignore", cwd: directory });
    await new Promise((resolve) => child.once("close", resolve));
    return (await model.lastRequestAt()) - from;
  };
  const took = await inTurn(
    turns,
    () => firstRequest([join(root, "bin", "kelson"), "run", "-m", "anthropic/bench", "--base-url", url, "hi"]),
    () => firstRequest([join(root, "bench", "bare.ts"), url]),
  );
  rmSync(directory, { recursive: true, force: true });
  return [{ name: "start to first request", ...took, unit: "ms" }];
};
