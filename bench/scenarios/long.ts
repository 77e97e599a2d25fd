/** A session of 100,000 events: opened, and the first request of a new run sent. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBench } from "../kelson.ts";
import { longSession, session } from "../long-session.ts";
import { type Figure, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const steps = 20_000;

export const long = async (model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-long-"));
  const url = model.url("noop", steps + 1);
  const writing = openBench(url, directory);
  const events = await longSession(writing, steps);
  await writing.runtime.close();

  const bench = openBench(url, directory);
  let asked = 0;
  const from = performance.now();
  const whole = await timed(async () => {
    const opened = await bench.runtime.open(session);
    opened.events(events, ({ type }) => {
      if (type === "model.asked") asked ||= performance.now() - from;
    });
    await opened.send({ type: "say", id: "more", parts: [{ type: "text", text: "go on" }] });
    await opened.rest();
    await opened.close();
  });
  await bench.close();
  return [
    { name: `${events} events: open to first request`, kelson: asked, unit: "ms" },
    { name: `${events} events: open, one step, close`, kelson: whole, unit: "ms" },
  ];
};
