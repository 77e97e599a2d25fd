/** Steps a second with 200 sessions at once on one SQLite file. */
import { bareRun } from "../bare.ts";
import { kelsonRun, openBench } from "../kelson.ts";
import { type Figure, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const sessions = 200;
const steps = 20;
const secondMs = 1_000;

export const many = async (model: ModelProcess): Promise<Figure[]> => {
  const url = model.url("noop", steps);
  const all = (run: () => Promise<unknown>): Promise<unknown> => Promise.all(Array.from({ length: sessions }, run));
  const bench = openBench(url);
  await kelsonRun(bench);
  const kelsonMs = await timed(() => all(() => kelsonRun(bench)));
  await bench.close();
  const bareMs = await timed(() => all(() => bareRun(url)));
  const rate = (ms: number): number => (sessions * steps * secondMs) / ms;
  return [
    {
      name: "200 sessions at once",
      kelson: rate(kelsonMs),
      bare: rate(bareMs),
      unit: "steps/s",
      note: "higher is better",
    },
  ];
};
