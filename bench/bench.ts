/** Runs the scenarios and prints a table: `npm run bench [-- scenario …]`. */
import { cpus, totalmem } from "node:os";
import { table } from "./measure.ts";
import { modelProcess } from "./model-process.ts";
import { checkpoint } from "./scenarios/checkpoint.ts";
import { growth } from "./scenarios/growth.ts";
import { deltas } from "./scenarios/deltas.ts";
import { landlock } from "./scenarios/landlock.ts";
import { log } from "./scenarios/log.ts";
import { long } from "./scenarios/long.ts";
import { many } from "./scenarios/many.ts";
import { memory } from "./scenarios/memory.ts";
import { sandbox } from "./scenarios/sandbox.ts";
import { size } from "./scenarios/size.ts";
import { skills } from "./scenarios/skills.ts";
import { start } from "./scenarios/start.ts";
import { step } from "./scenarios/step.ts";
import { tui } from "./scenarios/tui.ts";
import { window } from "./scenarios/window.ts";

const scenarios = {
  start,
  step,
  many,
  deltas,
  growth,
  long,
  log,
  memory,
  size,
  sandbox,
  landlock,
  skills,
  window,
  checkpoint,
  tui,
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in scenarios));
if (unknown !== undefined) {
  console.error(`"${unknown}" is not a scenario; there are ${Object.keys(scenarios).join(", ")}`);
  process.exit(2);
}

const gibibyte = 2 ** 30;
const model = await modelProcess();
const figures = [];
for (const [name, scenario] of Object.entries(scenarios)) {
  if (chosen.length === 0 || chosen.includes(name)) figures.push(...(await scenario(model)));
}
model.close();
console.log(
  `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / gibibyte)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(table(figures));
