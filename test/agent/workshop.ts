/** A whole agent for tests: memory store, real local world, a model that plays turns by step. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { breaker } from "../../src/agent/breaker.ts";
import type { Context, Parts } from "../../src/agent/context.ts";
import { runtime } from "../../src/agent/runtime.ts";
import type { Event } from "../../src/contract/event.ts";
import { ProviderError } from "../../src/contract/error.ts";
import type { Part, Provider } from "../../src/contract/provider.ts";
import type { Runtime, Session } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import { fromZod, textOutcome, type Tool, tool } from "../../src/contract/tool.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { memory } from "../../src/stores/memory.ts";
import { local } from "../../src/worlds/local.ts";
import { settings } from "./run-settings.ts";

export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly stop?: Extract<Part, { type: "finish" }>["stop"];
  readonly fail?: ProviderError;
  readonly delayMs?: number;
}

/** A model that says what its turn for the step says. `failures` are met, in order, before anything is said. */
export const playing = (turns: readonly Turn[], failures: ProviderError[] = []): Provider => ({
  model: "test/turns",
  capabilities: { images: true, reasoning: true },
  async *stream({ step }, { signal }) {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const { text = "", calls = [], stop, fail, delayMs = 0 } = turns[step - 1] ?? { text: "nothing left to say" };
    for (const piece of text.match(/.{1,5}/gsu) ?? []) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) throw new ProviderError("interrupted", "aborted");
      yield [{ type: "text", id: "t", text: piece }];
    }
    if (fail !== undefined) throw fail;
    for (const [index, { name, input }] of calls.entries()) {
      const call = `call_${step}_${index}`;
      yield [
        { type: "call", id: call, call, name },
        { type: "input", id: call, json: JSON.stringify(input) },
      ];
    }
    const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
    yield [{ type: "finish", stop: stop ?? (calls.length > 0 ? "calls" : "end"), usage }];
  },
});

/** A tool that counts how often it ran, under a name and with effects of one's choice. */
export const counting = (
  name: string,
  effects: Tool["effects"],
  parallel = true,
): Tool & { readonly runs: string[] } => {
  const runs: string[] = [];
  const made = tool({
    name,
    description: `counts as ${name}`,
    input: fromZod(z.object({ text: z.string() })),
    effects,
    parallel,
    targets: () => [],
    run: ({ text }, { output }) => {
      runs.push(text);
      output(`running ${text}`);
      return Promise.resolve(textOutcome(`did ${text}`));
    },
  });
  return Object.assign(made, { runs });
};

export interface Workshop {
  readonly provider: Provider;
  readonly tools?: readonly Tool[];
  readonly settings?: RunSettings;
  readonly store?: Store;
  readonly change?: (parts: Parts) => Parts;
}

/** A runtime in a directory of its own. */
export const workshop = async (
  bench: Workshop,
): Promise<{ runtime: Runtime; store: Store; cwd: string; open: (id: string) => Promise<Session> }> => {
  const cwd = await mkdtemp(join(tmpdir(), "kelson-agent-"));
  const store = bench.store ?? memory();
  const openWorld = local();
  let ids = 0;
  const made = runtime({
    store,
    holder: thisHolder(),
    user: "tester",
    id: () => `id${(ids += 1)}`,
    trace: () => "0".repeat(32),
    close: async () => {},
    parts: async (directory) => {
      const parts: Parts = {
        providers: [bench.provider],
        breaker: breaker(Date.now),
        tools: bench.tools ?? [],
        world: await openWorld(directory),
        sources: [],
        settings: bench.settings ?? settings(),
        now: Date.now,
        id: () => `run${(ids += 1)}`,
        random: () => 0.5,
      };
      return bench.change?.(parts) ?? parts;
    },
  });
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  return { runtime: made, store, cwd, open: made.open };
};

let said = 0;

/** Says something and waits until the session rests. */
export const say = async (session: Session, text: string): Promise<void> => {
  const outcome = await session.send({ type: "say", id: `say${(said += 1)}`, parts: [{ type: "text", text }] });
  if (!outcome.ok) throw new Error(outcome.message);
  await session.rest();
};

/** All events of a session so far. */
export const eventsOf = async (store: Store, session: string): Promise<Event[]> => {
  const { eventOf } = await import("../../src/log/line.ts");
  const events: Event[] = [];
  for await (const batch of store.read(session)) events.push(...batch.map(eventOf));
  return events;
};

/** An event in one short line, without what differs from run to run. */
export const brief = ({ type, step, data }: Event): string => {
  const { call, state, why, category, text, rule, origin, stop, attempt, ok, guard } = data as Record<string, unknown>;
  const said = [call, state, why, category, rule, origin, stop, attempt, ok, guard, text].filter(
    (value) => value !== undefined,
  );
  return [type, step === undefined ? "" : `#${step}`, ...said].filter(String).join(" ");
};

export type { Context };
