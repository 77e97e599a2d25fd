/** A small model that speaks the interface of the AI SDK. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";

/** What the model answers each request. */
export interface Said {
  readonly parts?: readonly LanguageModelV4StreamPart[];
  readonly result?: Partial<LanguageModelV4GenerateResult>;
  /** Thrown instead of an answer. */
  readonly fails?: unknown;
  /** The stream stays open after its parts, and hears no abort. */
  readonly hangs?: boolean;
}

const usage = {
  inputTokens: { total: 120, noCache: 20, cacheRead: 100, cacheWrite: undefined },
  outputTokens: { total: 30, text: 25, reasoning: 5 },
};
export const finish = (
  unified: "stop" | "length" | "tool-calls" | "content-filter" | "error",
): LanguageModelV4StreamPart => ({
  type: "finish",
  usage,
  finishReason: { unified, raw: unified },
});

/** A model that answers so, what it was asked, and how often its stream was cancelled. */
export const modelOf = (said: Said) => {
  const asked: LanguageModelV4CallOptions[] = [];
  let cancelled = 0;
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "harbour.chat",
    modelId: "pilot-1",
    supportedUrls: {},
    doGenerate: async (options) => {
      asked.push(options);
      if ("fails" in said) throw said.fails;
      return { content: [], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [], ...said.result };
    },
    doStream: async (options) => {
      asked.push(options);
      if ("fails" in said) throw said.fails;
      const start = (controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>): void => {
        for (const part of said.parts ?? []) controller.enqueue(part);
        if (!said.hangs) controller.close();
      };
      return { stream: new ReadableStream({ start, cancel: () => void (cancelled += 1) }) };
    },
  };
  return { model, asked, cancelled: () => cancelled };
};

/** An error as its packages throw it. */
export const callError = (more: object) =>
  Object.assign(new Error("it failed"), {
    name: "AI_APICallError",
    url: "https://api.harbour.test/v1",
    isRetryable: false,
    ...more,
  });
