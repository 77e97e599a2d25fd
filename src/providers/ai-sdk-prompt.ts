/** A request as any model of the AI SDK reads it. https://ai-sdk.dev/docs/reference (LanguageModelV4CallOptions) */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ContentPart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { markedLast } from "./ai-sdk-cache.ts";
import { remembered } from "./remembered.ts";

/**
 * `model` is the provider's own name for itself, `provider/model`. What `mark` names is laid over at most three messages:
 * the system prompt, where this model's request before ended, and the end.
 */
export const aiSdkPrompt = (
  model: string,
  mark?: SharedV4ProviderOptions,
): ((request: ModelRequest, abortSignal: AbortSignal) => LanguageModelV4CallOptions) => {
  const written = remembered((message: Message) => wireMessages(message, model));
  return ({ system, tools, messages, sampling }, abortSignal) => ({
    prompt: [
      system.filter(Boolean).map((content): LanguageModelV4Message => ({ role: "system", content })),
      messages.slice(0, lastReply(messages, model)).flatMap(written),
      messages.slice(lastReply(messages, model)).flatMap(written),
    ].flatMap((part) => markedLast(part, mark)),
    abortSignal,
    ...(tools.length > 0 ? { tools: [...toolEntries(tools)], toolChoice: { type: "auto" } } : {}),
    ...(sampling.maxOutputTokens === undefined ? {} : { maxOutputTokens: sampling.maxOutputTokens }),
    ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
    ...(sampling.effort === undefined ? {} : { reasoning: sampling.effort }),
  });
};

/** Where a model's own last reply stands; the beginning when there is none. */
const lastReply = (messages: readonly Message[], model: string): number =>
  Math.max(
    0,
    messages.findLastIndex((message) => message.role === "assistant" && message.model === model),
  );

const toolEntries = remembered((tools: readonly ToolSpec[]): readonly LanguageModelV4FunctionTool[] =>
  tools.map(({ name, description, input }) => ({
    type: "function",
    name,
    description,
    inputSchema: input as LanguageModelV4FunctionTool["inputSchema"],
  })),
);

const wireMessages = (message: Message, model: string): readonly LanguageModelV4Message[] => {
  if (message.role === "tool") return [{ role: "tool", content: message.results.map(resultEntry) }];
  if (message.role === "user") {
    const content = message.parts.filter((part) => part.type === "image" || part.text !== "").map(contentEntry);
    return content.length === 0 ? [] : [{ role: "user", content }];
  }
  const content = message.parts.flatMap((part) => replyEntries(part, message.model === model));
  return content.length === 0 ? [] : [{ role: "assistant", content }];
};

const contentEntry = (part: ContentPart) =>
  part.type === "text"
    ? ({ type: "text", text: part.text } as const)
    : ({ type: "file", mediaType: part.mediaType, data: { type: "data", data: part.data } } as const);

const resultEntry = ({ call, name, ok, parts }: ToolResult) =>
  ({ type: "tool-result", toolCallId: call, toolName: name, output: outputOf(ok, parts) }) as const;

const outputOf = (ok: boolean, parts: readonly ContentPart[]): LanguageModelV4ToolResultOutput => {
  if (parts.some((part) => part.type === "image")) return { type: "content", value: parts.map(contentEntry) };
  const value = parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
  return { type: ok ? "text" : "error-text", value: value || "(no output)" };
};

type ReplyEntry = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** What was carried is only for the model that sent it, and thinking says nothing to others. */
const replyEntries = ({ carry, ...part }: ReplyPart, own: boolean): readonly ReplyEntry[] => {
  const metadata = own ? carry?.["metadata"] : undefined;
  const options = metadata === undefined ? {} : { providerOptions: JSON.parse(metadata) as SharedV4ProviderOptions };
  if (part.type === "call") {
    const { id: toolCallId, name: toolName, malformed } = part;
    const input = malformed === undefined ? (part.input ?? {}) : {};
    return [{ type: "tool-call", toolCallId, toolName, input, ...options }];
  }
  if (part.type === "reasoning") return own ? [{ type: "reasoning", text: part.text, ...options }] : [];
  return part.text === "" && metadata === undefined ? [] : [{ type: "text", text: part.text, ...options }];
};
