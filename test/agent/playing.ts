/** A model that plays turns: which one is decided by the request's step, so that it goes on where a log stands. */
import { ProviderError } from "../../src/contract/error.ts";
import type { Part, Provider } from "../../src/contract/provider.ts";

/** `json` is the input as the model writes it, for one that writes badly. `hangs`: says its text, then nothing more. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input?: unknown; readonly json?: string }[];
  readonly stop?: Extract<Part, { type: "finish" }>["stop"];
  readonly fail?: Error;
  readonly hangs?: boolean;
  readonly delayMs?: number;
}

/** A call with the input that all tools of the tests take. */
export const call = (name: string, text: string) => ({ name, input: { text } });

/** Says its turn for the step. `failures` are met, in order, before anything is said. */
export const playing = (turns: readonly Turn[], failures: Error[] = []): Provider => ({
  model: "test/turns",
  capabilities: { images: true, reasoning: true },
  async *stream({ step }, { signal }) {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const turn = turns[step - 1] ?? { text: "nothing left to say" };
    for (const piece of turn.text?.match(/.{1,5}/gsu) ?? []) {
      await pause(turn.delayMs ?? 0, signal);
      yield [{ type: "text", id: "t", text: piece }];
    }
    if (turn.hangs === true) await pause(Infinity, signal);
    if (turn.fail !== undefined) throw turn.fail;
    const calls = turn.calls ?? [];
    for (const [index, { name, input, json = JSON.stringify(input) }] of calls.entries()) {
      const id = `call_${step}_${index}`;
      yield [
        { type: "call", id, call: id, name },
        { type: "input", id, json },
      ];
    }
    const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
    yield [{ type: "finish", stop: turn.stop ?? (calls.length > 0 ? "calls" : "end"), usage }];
  },
});

/** Waits that long, or until the signal aborts, which is thrown as a provider would. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const aborted = (): void => reject(new ProviderError("interrupted", "aborted"));
    if (signal.aborted) return aborted();
    if (ms === 0) return resolve();
    if (ms !== Infinity) setTimeout(resolve, ms);
    signal.addEventListener("abort", aborted, { once: true });
  });

const charsPerToken = 4;

/** The same model, which counts what it is sent, and says something of its own when it is asked on the side. */
export const counted = (provider: Provider, aside: Turn = { text: "What happened, in short." }): Provider => ({
  ...provider,
  async *stream(request, options) {
    const { purpose = "answer", system, tools, messages, step } = request;
    const input = Math.ceil(
      [system, tools, ...messages].map((one) => JSON.stringify(one)).join("").length / charsPerToken,
    );
    const asked = purpose === "answer" ? provider : playing(Array.from({ length: step + 1 }, () => aside));
    for await (const parts of asked.stream(request, options)) {
      yield parts.map((part) =>
        part.type === "finish" ? { ...part, usage: { input, output: 10, cacheRead: 0, cacheWrite: 0 } } : part,
      );
    }
  },
});
