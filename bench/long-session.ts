/** A session of many steps, for what opens one. */
import { tmpdir } from "node:os";
import { sessionFolds } from "../src/agent/session-folds.ts";
import type { NewEvent } from "../src/contract/event.ts";
import { openLog } from "../src/log/log.ts";
import { thisHolder } from "../src/stores/holder.ts";
import type { Bench } from "./kelson.ts";

/** Its id. */
export const session = "long";

/**
 * Five events a step, and four around them. Written straight into the log: a run of that length would send its growing
 * history again with each step. Gives back how many events there are.
 */
export const longSession = async ({ store, settings }: Bench, steps: number, cwd = tmpdir()): Promise<number> => {
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
  const opened = { schema: 1, cwd, user: "bench", kind: "main", trace: "" } as const;
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
