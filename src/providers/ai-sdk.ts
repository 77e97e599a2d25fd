/** Any model of the AI SDK (`@ai-sdk/*` and the packages of its community), through the one interface that they share. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { ProviderError } from "../contract/error.ts";
import type { Capabilities, ModelRequest, Part, Provider } from "../contract/provider.ts";
import { cacheMark } from "./ai-sdk-cache.ts";
import { aiSdkFailure } from "./ai-sdk-failure.ts";
import { aiSdkInitial, aiSdkPart, aiSdkWhole } from "./ai-sdk-parts.ts";
import { aiSdkPrompt } from "./ai-sdk-prompt.ts";
import { gathering } from "./reader.ts";

/** `name` is what stands before the slash, the model's own provider when absent. `idleMs`: how long nothing may arrive. */
export interface AiSdkOptions {
  readonly name?: string | undefined;
  readonly model: LanguageModelV4;
  readonly idleMs?: number | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

const defaultIdleMs = 300_000;

/** A provider `<name>/<model id>`. The package makes the requests: addresses, keys and proxies are its own affair. */
export const aiSdk = ({ name, model, idleMs = defaultIdleMs, capabilities }: AiSdkOptions): Provider => {
  const title = `${name ?? model.provider}/${model.modelId}`;
  const promptOf = aiSdkPrompt(title, cacheMark(model));
  return {
    model: title,
    capabilities: { images: true, reasoning: true, ...capabilities },
    stream: async function* (request, { signal }) {
      const watch = watching(signal, idleMs, title);
      const ask = request.sampling.stream ? streamed : whole;
      try {
        if (signal.aborted) throw watch.why();
        yield* ask(model, { request, options: promptOf(request, watch.signal), watch });
      } catch (error) {
        throw watch.signal.aborted ? watch.why() : aiSdkFailure(error, Date.now());
      } finally {
        watch.end();
      }
    },
  };
};

interface Asking {
  readonly request: ModelRequest;
  readonly options: Parameters<LanguageModelV4["doStream"]>[0];
  readonly watch: Watch;
}

const whole = async function* (
  model: LanguageModelV4,
  { request, options, watch }: Asking,
): AsyncGenerator<readonly Part[]> {
  const result = await watch.over(model.doGenerate(options));
  const reply = gathering();
  for (const part of aiSdkWhole(aiSdkInitial(request), result)) reply.add(part);
  yield reply.take();
};

const streamed = async function* (
  model: LanguageModelV4,
  { request, options, watch }: Asking,
): AsyncGenerator<readonly Part[]> {
  const { stream } = await watch.over(model.doStream(options));
  const source = stream.getReader();
  const state = aiSdkInitial(request);
  const reply = gathering();
  try {
    for (;;) {
      const { done, value } = await watch.over(source.read());
      if (done) break;
      for (const part of aiSdkPart(state, value)) reply.add(part);
      const parts = reply.take();
      if (parts.length > 0) yield parts;
      if (reply.finished()) break;
    }
    if (!reply.finished()) throw new ProviderError("network", "the answer was cut off before it was complete");
  } finally {
    // What is left of the stream is nobody's any more; how that goes does not matter.
    source.cancel().catch(() => {});
  }
};

/** Gives up waiting when the caller aborts or nothing arrives for too long, also for a model that does not listen. */
interface Watch {
  readonly signal: AbortSignal;
  readonly over: <T>(work: PromiseLike<T>) => Promise<T>;
  readonly why: () => ProviderError;
  readonly end: () => void;
}

const watching = (caller: AbortSignal, idleMs: number, model: string): Watch => {
  const controller = new AbortController();
  const { signal } = controller;
  let giveUp: ((reason: unknown) => void) | undefined;
  const abort = (): void => {
    controller.abort();
    giveUp?.(signal.reason);
  };
  caller.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(abort, idleMs);
  return {
    signal,
    over: (work) =>
      new Promise((resolve, reject) => {
        giveUp = reject;
        work.then((result) => resolve(result), reject);
        timer.refresh();
        if (signal.aborted) reject(signal.reason as Error);
      }),
    why: () =>
      caller.aborted
        ? new ProviderError("interrupted", "the model call was cut off")
        : new ProviderError("timeout", `nothing arrived from ${model} for ${idleMs / 1000} seconds`),
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
};
