/** How the cost of a step grows with its session: the first and the last steps of one of 10,000 events, in process. */
import { bareRun } from "../bare.ts";
import { kelsonRun, openBench } from "../kelson.ts";
import { type Figure, median } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

/** Five events each. */
const steps = 2_000;
const some = 100;

export const growth = async (model: ModelProcess): Promise<Figure[]> => {
  const url = model.url("noop", steps);
  const bench = openBench(url);
  const session = await kelsonRun(bench);
  const asked: number[] = [];
  await new Promise<void>((resolve) => {
    session.events(0, ({ type, at }) => {
      if (type === "model.asked") asked.push(at);
      if (type === "run.ended") resolve();
    });
  });
  await bench.close();
  const bare: number[] = [];
  await bareRun(url, () => bare.push(performance.now()));
  return [
    {
      name: `step cost, first ${some} steps`,
      kelson: mean(asked.slice(0, some)),
      bare: mean(bare.slice(0, some)),
      unit: "ms",
    },
    {
      name: `step cost, last ${some} of ${steps} steps`,
      kelson: mean(asked.slice(-some)),
      bare: mean(bare.slice(-some)),
      unit: "ms",
      note: "10,000 events; both send the whole history each step",
    },
  ];
};

/** Milliseconds between times, as a median of tens: single ones are below the clock of events. */
const mean = (times: readonly number[]): number => {
  const tens = times.flatMap((time, index) =>
    index % 10 === 0 && index > 0 ? [(time - (times[index - 10] ?? time)) / 10] : [],
  );
  return median(tens);
};
