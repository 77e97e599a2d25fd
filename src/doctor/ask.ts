/** One request to a model, read to its end. */
import type { ModelRequest, Provider, ToolSpec } from "../contract/provider.ts";
import type { Usage } from "../contract/terms.ts";

export interface Asked {
  readonly text: string;
  /** In how many pieces its text and thinking came. */
  readonly pieces: number;
  /** The call of a tool: made by the model, or found in what it printed. */
  readonly call: "made" | "printed" | "none";
  readonly usage: Usage | undefined;
  readonly durationMs: number;
}

const patienceMs = 120_000;

/** Rejects with ProviderError as the provider does. */
export const ask = async (provider: Provider, text: string, tools: readonly ToolSpec[] = []): Promise<Asked> => {
  const startedAt = performance.now();
  const asked = { text: "", pieces: 0, call: "none" as Asked["call"], usage: undefined as Usage | undefined };
  for await (const batch of provider.stream(request(text, tools), { signal: AbortSignal.timeout(patienceMs) })) {
    asked.pieces += batch.filter(({ type }) => type === "text" || type === "reasoning").length;
    for (const part of batch) {
      if (part.type === "text") asked.text += part.text;
      if (part.type === "call") asked.call = part.id.startsWith("printed:") ? "printed" : "made";
      if (part.type === "finish") asked.usage = part.usage;
    }
  }
  return { ...asked, durationMs: performance.now() - startedAt };
};

const request = (text: string, tools: readonly ToolSpec[]): ModelRequest => ({
  session: "doctor",
  step: 1,
  system: [],
  tools,
  messages: [{ role: "user", parts: [{ type: "text", text }] }],
  sampling: { stream: true },
});
