/** A session of 100,000 events: opened, and the first request of a new run sent. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionFolds } from "../../src/agent/session-folds.ts";
import type { NewEvent } from "../../src/contract/event.ts";
import { openLog } from "../../src/log/log.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { openBench, type Bench } from "../kelson.ts";
import { type Figure, timed } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";

const steps = 20_000;
const session = "long";

export const long = async (model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-long-"));
  const url = model.url("noop", steps + 1);
  const writing = openBench(url, directory);
  const events = await write(writing);
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

/** Written straight into the log: a run of that length would send its growing history 20,000 times. */
const write = async ({ store, settings }: Bench): Promise<number> => {
  await store.create(session);
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("the bench's own session is held");
  const log = await openLog({
    store,
    session,
    token: lease.token,
    now: Date.now,
    folds: sessionFolds,
    guard: () => {},
  });
  const opened = { schema: 1, cwd: tmpdir(), user: "bench", kind: "main", trace: "" } as const;
  log.append({ type: "session.opened", data: opened });
  log.append({ type: "user.said", data: { origin: "user", parts: [{ type: "text", text: "do it" }] } });
  log.append({ type: "run.started", run: "r", data: { settings, origin: "user" } });
  let seq = 0;
  for (let step = 1; step <= steps; step += 1) {
    for (const event of stepOf(step)) ({ seq } = log.append({ ...event, run: "r", step }));
    if (step % 100 === 0) await log.saved();
  }
  ({ seq } = log.append({ type: "run.ended", run: "r", data: { state: "completed", why: "finished" } }));
  await log.saved();
  await log.snapshot();
  await store.release(session, lease.token);
  return seq + 1;
};

const stepOf = (step: number): NewEvent[] => {
  const call = `call_${step}`;
  const named = { call, name: "noop" };
  const input = { step };
  const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };
  const reply = {
    model: "anthropic/bench",
    stop: "calls",
    usage,
    durationMs: 1,
    calls: [{ id: call, name: "noop" }],
  } as const;
  return [
    {
      type: "model.asked",
      data: { purpose: "answer", model: "anthropic/bench", attempt: 1, blocks: { kept: 0, added: [] } },
    },
    {
      type: "model.replied",
      data: { ...reply, calls: [...reply.calls], parts: [{ type: "call", id: call, name: "noop", input }] },
    },
    { type: "call.allowed", data: { ...named, rule: "no effects", effects: [], parallel: true } },
    { type: "call.started", data: { ...named, effects: [], input, targets: [] } },
    {
      type: "call.finished",
      data: { ...named, ok: true, mark: call, durationMs: 0, chars: 4, output: [{ type: "text", text: "done" }] },
    },
  ];
};
