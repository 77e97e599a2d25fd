/** What 300 skills of different make cost: to load them, and before the first request. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSkills } from "../../src/skills/load-skills.ts";
import { strangeSkills } from "../../test/skills/strange-skills.ts";
import { type Figure, inTurn, median, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const count = 300;
const turns = 9;
const root = join(import.meta.dirname, "..", "..");

export const skills = async (model: ModelProcess): Promise<Figure[]> => {
  const [some, none] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "kelson-skills-")));
  const place = join(some!, ".agents", "skills");
  mkdirSync(place, { recursive: true });
  await strangeSkills(place, count);
  const loads: number[] = [];
  const load = () => loadSkills([{ directory: place, source: "user" }]);
  for (let turn = 0; turn <= turns; turn += 1) loads.push(await timed(load));
  const [first = 0, ...later] = loads;
  const url = model.url("noop", 1);
  const start = async (home: string): Promise<number> => {
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home };
    const argv = [join(root, "bin", "kelson"), "run", "-m", "anthropic/bench", "--base-url", url, "hi"];
    const from = Date.now();
    const child = spawn(process.execPath, argv, { env, stdio: "ignore", cwd: home });
    await new Promise((resolve) => child.once("close", resolve));
    return (await model.lastRequestAt()) - from;
  };
  const with300 = await inTurn(
    turns,
    () => start(some!),
    () => start(none!),
  );
  for (const directory of [some!, none!]) rmSync(directory, { recursive: true, force: true });
  return [
    {
      name: `load ${count} skills of different make`,
      kelson: median(later),
      unit: "ms",
      note: `the first time ${first.toFixed(0)} ms`,
    },
    { name: `start with ${count} skills`, ...with300, unit: "ms", note: "bare is the same without any of one's own" },
  ];
};
