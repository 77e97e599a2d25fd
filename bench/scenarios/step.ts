/** What a durable step costs in process: with a trivial tool, and with `bash echo hi`. */
import { bareRun } from "../bare.ts";
import { kelsonRun, openBench } from "../kelson.ts";
import { type Figure, inTurn, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const turns = 5;

const stepOf = async (model: ModelProcess, tool: string, steps: number): Promise<Figure> => {
  const url = model.url(tool, steps);
  const bench = openBench(url);
  const took = await inTurn(
    turns,
    () => timed(() => kelsonRun(bench)),
    () => timed(() => bareRun(url)),
  );
  await bench.close();
  return {
    name: `step with ${tool}`,
    kelson: took.kelson / steps,
    bare: took.bare / steps,
    unit: "ms",
    note: `${steps} steps, all on disk`,
  };
};

/** Beside the same step without them: one snapshot before a call and one after it. */
const savedStep = async (model: ModelProcess, steps: number): Promise<Figure> => {
  const url = model.url("bash", steps);
  const saving = openBench(url, undefined, undefined, true);
  const bare = { ...openBench(url), cwd: saving.cwd };
  const took = await inTurn(
    turns,
    () => timed(() => kelsonRun(saving)),
    () => timed(() => kelsonRun(bare)),
  );
  await saving.close();
  await bare.close();
  return {
    name: "step with bash and snapshots",
    kelson: took.kelson / steps,
    bare: took.bare / steps,
    unit: "ms",
    note: "of a directory with a handful of files; bare: Kelson with checkpoints off",
  };
};

export const step = async (model: ModelProcess): Promise<Figure[]> => [
  await stepOf(model, "noop", 100),
  await stepOf(model, "bash", 50),
  await savedStep(model, 50),
];
