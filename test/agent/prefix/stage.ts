/** A session of which everything that a request is made of can be changed while it goes on. */
import { tmpdir } from "node:os";
import type { CompactionStrategy } from "../../../src/contract/compaction.ts";
import type { ProviderError } from "../../../src/contract/error.ts";
import type { ModelRequest } from "../../../src/contract/provider.ts";
import type { Runtime, Session } from "../../../src/contract/runtime.ts";
import type { Layer, Source } from "../../../src/contract/source.ts";
import type { Store } from "../../../src/contract/store.ts";
import { textOutcome, type Tool } from "../../../src/contract/tool.ts";
import type { Script } from "../../../src/providers/script.ts";
import { memory } from "../../../src/stores/memory.ts";
import { assembled } from "../assembled.ts";
import { limited } from "../run-settings.ts";
import { doing } from "../tools.ts";
import { tell } from "../workshop.ts";
import { cachingModel } from "./caching-model.ts";
import { models } from "./wires.ts";

export interface Stage {
  readonly store: Store;
  readonly session: () => Session;
  readonly runtime: () => Runtime;
  /** Lets go of the session where it stands, as a crash would, and opens it with nothing but what is stored. */
  readonly reopen: () => Promise<void>;
  /** Goes on in a fork of all that is there. */
  readonly fork: () => Promise<void>;
  /** Says something, and waits until that request or call hangs. */
  readonly hang: (what: "request" | "call", text: string) => Promise<void>;
  /** Of the next run. */
  layers: readonly Layer[];
  /** Of the next opening. */
  tools: readonly Tool[];
  model: string;
  compaction: CompactionStrategy | undefined;
  /** Met by the next requests. */
  readonly failures: ProviderError[];
  /** All requests so far. */
  readonly sent: readonly ModelRequest[];
}

export const stageOf = async (script: Script): Promise<Stage> => {
  const store = memory();
  const sent: ModelRequest[] = [];
  let hangs = { what: "nothing", begins: () => {} };
  const mayHang = async (what: string, signal: AbortSignal): Promise<void> => {
    if (hangs.what !== what) return;
    hangs.begins();
    hangs = { what: "nothing", begins: () => {} };
    await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("let go")), { once: true });
    });
  };
  const before = async (request: ModelRequest, signal: AbortSignal): Promise<void> => {
    // The messages are the fold's own, and go on growing. Sub-agents have prefixes of their own.
    if ((request.purpose ?? "answer") === "answer" && request.session === root)
      sent.push({ ...request, system: [...request.system], messages: [...request.messages] });
    const failure = stage.failures.shift();
    if (failure !== undefined) throw failure;
    await mayHang("request", signal);
  };
  const providers = models.map((model) => cachingModel({ model, script, before }));
  const source: Source = { name: "changing", gather: () => Promise.resolve(stage.layers) };

  const openRuntime = (): Runtime => {
    const [first = providers[0]!, ...others] = providers.toSorted((one) => (one.model === stage.model ? -1 : 1));
    const fallbacks = others.map(({ model }) => ({ model, window }));
    const settings = limited(
      { steps: 0 },
      {
        model: first.model,
        window,
        trim: true,
        fallbacks,
        onAsk: "deny",
        guards: { continuations: 2, nudgeAfter: 0, stopAfter: 0 },
      },
    );
    const change = { providers: [first, ...others] as const, sources: [source], settings };
    const bench = { provider: first, tools: stage.tools };
    return assembled({ ...bench, change: (parts) => ({ ...parts, ...change, compaction: stage.compaction }) }, store);
  };
  const stage: Stage = {
    store,
    session: () => session,
    runtime: () => runtime,
    reopen: async () => {
      await session.close();
      runtime = openRuntime();
      session = await runtime.open(session.id);
    },
    fork: async () => {
      await session.close();
      session = await runtime.fork(session.id);
    },
    hang: async (what, text) => {
      const hanging = new Promise<void>((resolve) => (hangs = { what, begins: resolve }));
      await tell(session, text);
      await Promise.race([hanging, session.rest()]);
      hangs = { what: "nothing", begins: () => {} };
    },
    layers: [layer("system", "You work on a machine."), layer("environment", "date: today")],
    tools: [...["look", "read"].map((name) => looking(name, (signal) => mayHang("call", signal))), delegate],
    model: models[0],
    compaction: undefined,
    failures: [],
    sent,
  };
  let runtime = openRuntime();
  let session = await runtime.create({ cwd: tmpdir() });
  const root = session.id;
  return stage;
};

export const layer = (name: "system" | "instructions" | "environment", text: string): Layer => ({
  layer: name,
  source: `the ${name}`,
  position: name === "system" ? "system" : "turn",
  text,
});

/** Gives what it is asked to a sub-agent. */
const delegate: Tool = {
  ...doing(
    "delegate",
    async (task, { host }) => {
      const report = await host.spawn?.({ task, tools: ["look"], steps: 2 });
      return textOutcome(report?.text ?? "there are no sub-agents");
    },
    { effects: [] },
  ),
  waits: true,
};

/** In tokens: small enough that outputs are trimmed, and summaries written, more than once. */
const window = 40_000;

const outputChars = 1_500;

/** Says a lot, or shows a picture, or fails: by what it is asked. */
const looking = (name: string, hang: (signal: AbortSignal) => Promise<void>): Tool =>
  doing(
    name,
    async (text, { signal }) => {
      await hang(signal);
      if (text.endsWith("fail")) throw new Error(`${text} is not there`);
      const said = textOutcome(`${text} `.repeat(outputChars / (text.length + 1)));
      const picture = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
      return text.endsWith("picture") ? { ...said, parts: [...(said.parts ?? []), picture] } : said;
    },
    { effects: ["read"], parallel: true },
  );
