/** What a streamed piece costs: CPU in process, and the tail of the program after the last byte of 20,000 pieces. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareRun } from "../bare.ts";
import { kelsonRun, openBench } from "../kelson.ts";
import { type Figure, median } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const pieces = 20_000;
const turns = 5;
const root = join(import.meta.dirname, "..", "..");

export const deltas = async (model: ModelProcess): Promise<Figure[]> => {
  const url = model.url("pieces", pieces);
  const bench = openBench(url);
  const taken = { kelson: [] as number[], bare: [] as number[], tail: [] as number[] };
  for (let turn = 0; turn <= turns; turn += 1) {
    const pair = {
      kelson: await cpu(() => kelsonRun(bench)),
      bare: await cpu(() => bareRun(url)),
      tail: await tailOf(model, url),
    };
    if (turn === 0) continue;
    for (const name of ["kelson", "bare", "tail"] as const) taken[name].push(pair[name]);
  }
  await bench.close();
  return [
    {
      name: "CPU a streamed piece",
      kelson: median(taken.kelson) / pieces,
      bare: median(taken.bare) / pieces,
      unit: "µs",
    },
    { name: "last byte of 20,000 pieces to the program's end", kelson: median(taken.tail), unit: "ms" },
  ];
};

/** Microseconds of this process. */
const cpu = async (work: () => Promise<unknown>): Promise<number> => {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
};

const tailOf = async (model: ModelProcess, url: string): Promise<number> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-tail-"));
  const env = { ...process.env, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory };
  const argv = [join(root, "bin", "kelson"), "run", "-m", "anthropic/bench", "--base-url", url, "hi"];
  const child = spawn(process.execPath, argv, { env, stdio: ["ignore", "pipe", "ignore"], cwd: directory });
  child.stdout.resume();
  await new Promise((resolve) => child.once("close", resolve));
  const ended = Date.now();
  rmSync(directory, { recursive: true, force: true });
  return ended - (await model.lastRequestAt());
};
