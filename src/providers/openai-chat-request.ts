/** A request as Chat Completions reads it. https://platform.openai.com/docs/api-reference/chat/create */
import type { ContentPart, ImagePart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { jsonText } from "./json-text.ts";
import type { ChatQuirks } from "./openai-chat-quirks.ts";
import { remembered } from "./remembered.ts";

/** One server and model, as requests to it are written. */
export interface ChatDialect {
  /** Of the provider: what its own messages' `model` begins with. */
  readonly name: string;
  readonly model: string;
  readonly quirks: ChatQuirks;
}

/** The two ways in which a request is written: as blocks that never change once written, and as the whole body. */
export interface ChatWriter {
  readonly blocks: (request: ModelRequest) => readonly string[];
  readonly body: (request: ModelRequest) => string;
}

export const chatWriter = (dialect: ChatDialect): ChatWriter => {
  // Each message is written once in its life, so that a request costs no more than what is new in it.
  const written = remembered((message: Message) => wireMessages(message, dialect).map(jsonText));
  const messages = (request: ModelRequest): readonly string[] => [
    ...systemMessage(request.system),
    ...request.messages.flatMap(written),
  ];
  return {
    blocks: (request) => [...toolBlocks(request.tools), ...messages(request)],
    body: (request) => {
      const head = jsonText({ model: dialect.model, ...settings(dialect, request) });
      const tools = toolBlocks(request.tools);
      const toolList = tools.length > 0 ? `,"tools":[${tools.join(",")}]` : "";
      return `${head.slice(0, -1)}${toolList},"messages":[${messages(request).join(",")}]}`;
    },
  };
};

const settings = ({ model, quirks }: ChatDialect, { sampling, session }: ModelRequest): object => ({
  stream: sampling.stream,
  ...(sampling.stream && quirks.usageOption !== false ? { stream_options: { include_usage: true } } : {}),
  ...(sampling.maxOutputTokens === undefined ? {} : { [quirks.outputLimit ?? "max_tokens"]: sampling.maxOutputTokens }),
  ...(sampling.temperature === undefined || quirks.untempered?.test(model)
    ? {}
    : { temperature: sampling.temperature }),
  ...(sampling.effort === undefined ? {} : { reasoning_effort: sampling.effort }),
  ...(quirks.cacheKey ? { prompt_cache_key: session } : {}),
});

const toolBlocks = remembered((tools: readonly ToolSpec[]): readonly string[] =>
  tools.map(({ name, description, input }) =>
    jsonText({ type: "function", function: { name, description, parameters: input } }),
  ),
);

/** One message: the templates of many local models know no second one. */
const systemMessage = (system: readonly string[]): readonly string[] => {
  const content = system.filter(Boolean).join("\n\n");
  return content === "" ? [] : [jsonText({ role: "system", content })];
};

const wireMessages = (message: Message, dialect: ChatDialect): readonly object[] => {
  if (message.role === "user") return userMessages(message.parts);
  if (message.role === "tool") return toolMessages(message.results);
  return replyMessages(message.parts, dialect, message.model.startsWith(`${dialect.name}/`));
};

/** Plain text unless there are images: many servers read nothing else. */
const userMessages = (parts: readonly ContentPart[]): readonly object[] => {
  const said = parts.filter((part) => part.type === "image" || part.text !== "");
  if (said.length === 0) return [];
  const content = said.every((part) => part.type === "text") ? plainText(said) : said.map(contentEntry);
  return [{ role: "user", content }];
};

/** Only users may show images here, and nothing may stand between the results of one reply. */
const toolMessages = (results: readonly ToolResult[]): readonly object[] => {
  const shown = results.flatMap(({ call, name, parts }) => {
    const images = parts.filter((part) => part.type === "image");
    return images.length === 0
      ? []
      : [{ type: "text", text: `Images from ${name} (${call}):` }, ...images.map(contentEntry)];
  });
  return [
    ...results.map(({ call, parts }) => ({ role: "tool", tool_call_id: call, content: resultText(parts) })),
    ...(shown.length > 0 ? [{ role: "user", content: shown }] : []),
  ];
};

const resultText = (parts: readonly ContentPart[]): string =>
  plainText(parts) || (parts.length > 0 ? "(the images follow)" : "(no output)");

const replyMessages = (parts: readonly ReplyPart[], { quirks }: ChatDialect, own: boolean): readonly object[] => {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const thinking = parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const calls = parts.flatMap((part) => (part.type === "call" ? [callEntry(part)] : []));
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: text === "" && quirks.nullContent ? null : text,
      ...(own && quirks.thinkingField && thinking !== "" ? { [quirks.thinkingField]: thinking } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
};

/** The JSON of a call that could not be read is not repeated: some servers parse it before the model sees it. */
const callEntry = (part: Extract<ReplyPart, { type: "call" }>): object => ({
  id: part.id,
  type: "function",
  function: { name: part.name, arguments: part.malformed === undefined ? jsonText(part.input ?? {}) : "{}" },
});

const contentEntry = (part: ContentPart): object =>
  part.type === "text" ? { type: "text", text: part.text } : { type: "image_url", image_url: { url: dataUrl(part) } };

const dataUrl = ({ mediaType, data }: ImagePart): string => `data:${mediaType};base64,${data}`;

const plainText = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
