/** A model of the AI SDK does what every provider must. */
import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { aiSdk } from "../../src/providers/ai-sdk.ts";
import { providerConformance } from "../../src/testing/conformance/provider.ts";
import { callError, finish, modelOf } from "./ai-sdk-model.ts";

const statusOf = { rate_limit: 429, overloaded: 529, authentication: 401, context_overflow: 413 } as const;

providerConformance("aiSdk", ({ reasoning, text, calls = [], stop, fails }) => {
  const reason = stop === "calls" ? "tool-calls" : stop === "max_tokens" ? "length" : "stop";
  const made = calls.map(({ id, name, input }) => ({ toolCallId: id, toolName: name, input: JSON.stringify(input) }));
  const error = fails && callError({ statusCode: statusOf[fails as keyof typeof statusOf], isRetryable: true });
  const parts: LanguageModelV4StreamPart[] = [
    ...(reasoning === undefined ? [] : [{ type: "reasoning-delta", id: "0", delta: reasoning } as const]),
    ...(text === undefined ? [] : [{ type: "text-delta", id: "1", delta: text } as const]),
    ...made.map((call) => ({ type: "tool-call", ...call }) as const),
    error === undefined ? finish(reason) : { type: "error", error },
  ];
  const result: Partial<LanguageModelV4GenerateResult> = {
    content: [
      ...(reasoning === undefined ? [] : [{ type: "reasoning", text: reasoning } as const]),
      ...(text === undefined ? [] : [{ type: "text", text } as const]),
      ...made.map((call) => ({ type: "tool-call", ...call }) as const),
    ],
    finishReason: { unified: reason, raw: reason },
  };
  const { model } = modelOf({ parts, result });
  const doGenerate: typeof model.doGenerate = (options) => {
    if (error !== undefined) throw error;
    return model.doGenerate(options);
  };
  return aiSdk({ model: { ...model, doGenerate } });
});
