/** Kelson in this process, with everything on disk, against the bench's model server. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { breaker } from "../src/agent/breaker.ts";
import { runtime } from "../src/agent/runtime.ts";
import type { Runtime, Session } from "../src/contract/runtime.ts";
import type { Store } from "../src/contract/store.ts";
import type { RunSettings } from "../src/contract/terms.ts";
import { fromZod, textOutcome, type Tool, tool } from "../src/contract/tool.ts";
import { anthropic } from "../src/providers/anthropic.ts";
import { lateCheckpoints } from "../src/assembly/late-checkpoints.ts";
import { machine } from "../src/assembly/machine.ts";
import { redaction } from "../src/assembly/redaction.ts";
import { runSettings } from "../src/assembly/run-settings.ts";
import { basePrompt } from "../src/sources/base-prompt.ts";
import { thisHolder } from "../src/stores/holder.ts";
import { sqlite } from "../src/stores/sqlite.ts";
import { defaultSet } from "../src/tools/default-set.ts";

const noop = tool({
  name: "noop",
  description: "does nothing",
  input: fromZod(z.object({ step: z.number() })),
  effects: [],
  parallel: true,
  targets: () => [],
  run: () => Promise.resolve(textOutcome("done")),
});

export interface Bench {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly settings: RunSettings;
  /** Where its sessions work. */
  readonly cwd: string;
  readonly close: () => Promise<void>;
}

export const openBench = (
  baseUrl: string,
  directory = mkdtempSync(join(tmpdir(), "kelson-bench-")),
  extra: readonly Tool[] = [noop],
  saves = false,
): Bench => {
  const checkpoints = lateCheckpoints({ env: process.env }, join(directory, "state"));
  const store = sqlite(join(directory, "state"));
  const shared = machine({ configuration: {}, cwd: directory, env: process.env });
  const provider = anthropic({ model: "bench", key: "none", baseUrl });
  const known = { model: "anthropic/bench", baseUrl, prices: undefined, window: undefined };
  const usual = runSettings({ maxSteps: 0, stream: true }, { models: [known] }, false);
  // The bench's model says the same again and again, which is no loop here.
  const settings = { ...usual, guards: { ...usual.guards, nudgeAfter: 0 } };
  let ids = 0;
  const opened = runtime({
    store,
    holder: thisHolder(),
    user: "bench",
    id: () => `b${process.pid}-${(ids += 1)}`,
    now: Date.now,
    trace: () => "0".repeat(32),
    checkpoints,
    close: async () => {},
    parts: async (cwd) => ({
      ...(saves && { checkpoints: () => checkpoints.of(cwd) }),
      providers: [provider],
      breaker: breaker(Date.now),
      grounds: (await shared).grounds,
      tools: [...defaultSet, ...extra],
      world: await (await shared).openWorld(cwd),
      sources: [basePrompt],
      settings,
      redactor: process.env["NO_REDACTOR"] ? undefined : redaction({ configuration: {}, env: process.env }),
      now: Date.now,
      id: () => `r${(ids += 1)}`,
      random: Math.random,
    }),
  });
  const close = async (): Promise<void> => {
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  };
  const cwd = saves ? join(directory, "workspace") : tmpdir();
  mkdirSync(cwd, { recursive: true });
  return { runtime: opened, store, settings, cwd, close };
};

let said = 0;

/** One run of a new session, to its end. */
export const kelsonRun = async ({ runtime: opened, cwd }: Bench): Promise<Session> => {
  const session = await opened.create({ cwd });
  await session.send({ type: "set-mode", id: "mode", mode: "bypass" });
  await session.send({ type: "say", id: `say-${(said += 1)}`, parts: [{ type: "text", text: "do it" }] });
  await session.rest();
  return session;
};
