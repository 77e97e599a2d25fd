/** Asks a provider and puts together what it says, for proofs. */
import { ProviderError } from "../../contract/error.ts";
import type { Message } from "../../contract/message.ts";
import type { ModelRequest, Part, Provider } from "../../contract/provider.ts";

/** What a person asks in a proof. */
export const question: Message = { role: "user", parts: [{ type: "text", text: "What is in the two files?" }] };

/** A request as an agent would make it. */
export const requestOf = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  session: "s-1",
  step: 1,
  system: ["You work on a machine."],
  tools: [{ name: "read_file", description: "Reads a file.", input: { type: "object", properties: {} } }],
  messages: [question],
  sampling: { stream: true },
  ...more,
});

/** What came of a stream: pieces put together, batches counted, and the failure instead of a throw. */
export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly call: string; readonly name: string; readonly json: string }[];
  /** What is to be sent back with thinking and text. */
  readonly carried: readonly Readonly<Record<string, string>>[];
  /** The names of events that were skipped. */
  readonly unknown: readonly string[];
  readonly finish: Part | undefined;
  readonly batches: number;
  readonly failure: ProviderError | undefined;
}

/** Asks, and waits for the end. Rejects with whatever is thrown that is no ProviderError. */
export const hear = async (
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> => {
  const parts: Part[] = [];
  let batches = 0;
  let failure: ProviderError | undefined;
  try {
    for await (const batch of provider.stream(request, { signal })) {
      batches++;
      parts.push(...batch);
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    failure = error;
  }
  return { ...putTogether(parts), batches, failure };
};

export const putTogether = (parts: readonly Part[]): Omit<Heard, "batches" | "failure"> => {
  const saying = (type: "text" | "reasoning"): string =>
    parts.map((part) => (part.type === type ? part.text : "")).join("");
  const inputOf = (id: string): string =>
    parts.map((part) => (part.type === "input" && part.id === id ? part.json : "")).join("");
  return {
    text: saying("text"),
    reasoning: saying("reasoning"),
    calls: parts.flatMap((part) =>
      part.type === "call" ? [{ call: part.call, name: part.name, json: inputOf(part.id) }] : [],
    ),
    carried: parts.flatMap((part) => ("carry" in part && part.carry ? [part.carry] : [])),
    unknown: parts.flatMap((part) => (part.type === "unknown" ? [part.name] : [])),
    finish: parts.find((part) => part.type === "finish"),
  };
};
