/** A session of 100,000 events: opened, and the first request of a new run sent. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kelsonRun, openBench } from "../kelson.ts";
import { type Figure, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const events = 100_000;
const eventsPerStep = 5;

export const long = async (model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-long-"));
  const steps = events / eventsPerStep;
  const writing = openBench(model.url("noop", steps), directory);
  const session = await kelsonRun(writing);
  await session.close();
  await writing.runtime.close();

  const bench = openBench(model.url("noop", steps + 1), directory);
  let asked = 0;
  const from = performance.now();
  const opened = await timed(async () => {
    const again = await bench.runtime.open(session.id);
    again.events(events, ({ type }) => {
      if (type === "model.asked") asked ||= performance.now() - from;
    });
    await again.send({ type: "say", id: "more", parts: [{ type: "text", text: "go on" }] });
    await again.rest();
    await again.close();
  });
  await bench.close();
  return [
    { name: "100,000 events: open to first request", kelson: asked, unit: "ms" },
    { name: "100,000 events: open, one step, close", kelson: opened, unit: "ms" },
  ];
};
