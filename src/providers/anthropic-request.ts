/** A request as Anthropic's Messages API reads it: blocks that never change once written, and cache marks laid over them. */
import type { CallPart, ContentPart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { claudeTraits } from "./anthropic-model.ts";
import { jsonText } from "./json-text.ts";
import { remembered } from "./remembered.ts";

/** The request as JSON texts: tools, system, messages, without cache marks. A message that says nothing is no block. */
export const anthropicBlocks = (request: ModelRequest): readonly string[] => [
  ...toolBlocks(request.tools),
  ...systemBlocks(request.system),
  ...request.messages.map(messageBlock).filter(Boolean),
];

/**
 * The whole body. At most four cache marks: tools, system, where this model's request before ended, and the end. From a
 * mark the API looks back over 20 blocks only, and a step may have more: the third mark is where it wrote before.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export const anthropicBody = (model: string, request: ModelRequest): string => {
  const head = jsonText({ model, ...settings(model, request) });
  const tools = markedLast(toolBlocks(request.tools), "}");
  const system = markedLast(systemBlocks(request.system), "}");
  const lists = [
    ...(tools.length > 0 ? [`"tools":[${tools.join(",")}]`] : []),
    ...(system.length > 0 ? [`"system":[${system.join(",")}]`] : []),
    `"messages":[${markedMessages(request.messages, `anthropic/${model}`).join(",")}]`,
  ];
  return `${head.slice(0, -1)},${lists.join(",")}}`;
};

const settings = (model: string, request: ModelRequest): object => {
  const { sampling } = request;
  const traits = claudeTraits(model);
  const maxTokens = sampling.maxOutputTokens ?? traits.maxOutputTokens;
  const thinking = thinkingSettings(traits.thinking, maxTokens, request);
  const tempered = sampling.temperature !== undefined && traits.temperature && thinking === undefined;
  return {
    max_tokens: maxTokens,
    stream: sampling.stream,
    ...(tempered ? { temperature: sampling.temperature } : {}),
    ...thinking,
  };
};

const budgets = { low: 2_048, medium: 8_192, high: 24_576 };
const leastBudget = 1_024;

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking and …/adaptive-thinking */
const thinkingSettings = (way: string, maxTokens: number, request: ModelRequest): object | undefined => {
  const { effort } = request.sampling;
  if (effort === undefined || way === "none" || !turnMayThink(request.messages)) return undefined;
  if (way === "adaptive") return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort } };
  const budget = Math.min(budgets[effort], maxTokens - leastBudget);
  return budget < leastBudget ? undefined : { thinking: { type: "enabled", budget_tokens: budget } };
};

/** A turn that another model began without signed thinking has to be ended without it: the API answers 400 otherwise. */
const turnMayThink = (messages: readonly Message[]): boolean => {
  const said = messages.findLastIndex((message) => message.role === "user");
  const reply = messages.slice(said + 1).find((message) => message.role === "assistant");
  return reply === undefined || replyBlocks(reply.parts, isOwn(reply))[0]?.type.endsWith("thinking") === true;
};

const toolBlocks = remembered((tools: readonly ToolSpec[]): readonly string[] =>
  tools.map(({ name, description, input }) => jsonText({ name, description, input_schema: input })),
);

const systemBlocks = (system: readonly string[]): readonly string[] =>
  system.filter(Boolean).map((text) => jsonText({ type: "text", text }));

/** Each message is written once in its life, so that a request costs no more than what is new in it. */
const messageBlock = remembered((message: Message): string => {
  const content = contentOf(message);
  const role = message.role === "assistant" ? "assistant" : "user";
  return content.length === 0 ? "" : jsonText({ role, content });
});

const contentOf = (message: Message): readonly Block[] => {
  if (message.role === "user") return contentBlocks(message.parts);
  if (message.role === "tool") return message.results.map(resultBlock);
  return replyBlocks(message.parts, isOwn(message));
};

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

const contentBlocks = (parts: readonly ContentPart[]): readonly Block[] =>
  parts.flatMap((part): Block[] => {
    if (part.type === "text") return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    return [{ type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } }];
  });

const resultBlock = ({ call, ok, parts }: ToolResult): Block => {
  const content = contentBlocks(parts);
  return {
    type: "tool_result",
    tool_use_id: wireId(call),
    ...(content.length > 0 ? { content } : {}),
    ...(ok ? {} : { is_error: true }),
  };
};

/** What was carried is only for who sent it, and thinking without its signature is refused. */
const replyBlocks = (parts: readonly ReplyPart[], own: boolean): readonly Block[] =>
  parts.flatMap((part): Block[] => {
    if (part.type === "text") return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    if (part.type === "call") return [{ type: "tool_use", id: wireId(part.id), name: part.name, input: inputOf(part) }];
    const { signature, redacted } = (own && part.carry) || {};
    if (redacted !== undefined) return [{ type: "redacted_thinking", data: redacted }];
    return signature === undefined ? [] : [{ type: "thinking", thinking: part.text, signature }];
  });

const isOwn = (message: { readonly model: string }): boolean => message.model.startsWith("anthropic/");

/** The API takes objects only; what the model wrote instead stands in the error that answers the call. */
const inputOf = ({ input, malformed }: CallPart): unknown =>
  malformed === undefined && typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};

/** Ids of other providers may hold characters that the API refuses. */
const wireId = (id: string): string => id.replaceAll(/[^\w-]/g, "_");

const mark = `,"cache_control":{"type":"ephemeral"}`;

/** Laid into the finished text, before the brackets that close the last block. */
const marked = (text: string, closing: string): string => text.slice(0, -closing.length) + mark + closing;

const markedLast = (texts: readonly string[], closing: string): readonly string[] =>
  texts.map((text, index) => (index === texts.length - 1 ? marked(text, closing) : text));

/** Each model has a cache of its own: what others answered meanwhile does not count. */
const markedMessages = (messages: readonly Message[], model: string): readonly string[] => {
  const texts = messages.map(messageBlock);
  const replied = messages.findLastIndex((message) => message.role === "assistant" && message.model === model);
  for (const index of new Set([lastMarkable(messages, texts, replied), lastMarkable(messages, texts, texts.length)])) {
    const text = texts[index];
    if (text !== undefined) texts[index] = marked(text, "}]}");
  }
  return texts.filter(Boolean);
};

const lastMarkable = (messages: readonly Message[], texts: readonly string[], before: number): number =>
  messages.findLastIndex((message, index) => index < before && message.role !== "assistant" && texts[index] !== "");
