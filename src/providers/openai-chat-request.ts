/** A request as Chat Completions reads it. https://platform.openai.com/docs/api-reference/chat/create */
import type { CallPart, ContentPart, ImagePart, Message, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { jsonText } from "./json-text.ts";
import { type ChatQuirks, effortSettings } from "./openai-chat-quirks.ts";
import { remembered } from "./remembered.ts";
import { shortId } from "./short-ids.ts";

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
    ...request.messages.flatMap((message, index) =>
      dialect.quirks.strictOrder && message.role === "user" && request.messages[index - 1]?.role === "tool"
        ? [spoken, ...written(message)]
        : written(message),
    ),
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

/** Stands between results and the user, where the assistant must speak. */
const spoken = jsonText({ role: "assistant", content: "I have read the results." });

const settings = ({ model, quirks }: ChatDialect, { sampling, session }: ModelRequest): object => ({
  stream: sampling.stream,
  ...(sampling.stream && quirks.usageOption !== false ? { stream_options: { include_usage: true } } : {}),
  ...(sampling.maxOutputTokens === undefined ? {} : { [quirks.outputLimit ?? "max_tokens"]: sampling.maxOutputTokens }),
  ...(sampling.temperature === undefined || quirks.untempered?.test(model)
    ? {}
    : { temperature: sampling.temperature }),
  ...effortSettings(quirks, model, sampling),
  ...(quirks.cacheKey ? { prompt_cache_key: session.slice(-longestKey) } : {}),
  ...(quirks.cacheControl?.test(model) ? { cache_control: { type: "ephemeral" } } : {}),
});

/** The API refuses longer ones; sessions differ in the ends of their ids. */
const longestKey = 64;

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
  if (message.role === "tool") return toolMessages(message.results, dialect.quirks);
  return replyMessages(message, dialect);
};

/** Plain text unless there are images: many servers read nothing else. */
const userMessages = (parts: readonly ContentPart[]): readonly object[] => {
  const said = parts.filter((part) => part.type === "image" || part.text !== "");
  if (said.length === 0) return [];
  const content = said.every((part) => part.type === "text") ? plainText(said) : said.map(contentEntry);
  return [{ role: "user", content }];
};

/** Mostly only users may show images here, and nothing may stand between the results of one reply. */
const toolMessages = (results: readonly ToolResult[], quirks: ChatQuirks): readonly object[] => {
  const entry = ({ call, name }: ToolResult, content: unknown): object => ({
    role: "tool",
    tool_call_id: wireId(call, quirks),
    ...(quirks.strictOrder ? { name } : {}),
    content,
  });
  if (quirks.strictOrder)
    return results.map((result) =>
      entry(result, result.parts.some(isImage) ? result.parts.map(contentEntry) : resultText(result.parts)),
    );
  const shown = results.flatMap(({ call, name, parts }) => {
    const images = parts.filter(isImage);
    return images.length === 0
      ? []
      : [{ type: "text", text: `Images from ${name} (${call}):` }, ...images.map(contentEntry)];
  });
  return [
    ...results.map((result) => entry(result, resultText(result.parts))),
    ...(shown.length > 0 ? [{ role: "user", content: shown }] : []),
  ];
};

const resultText = (parts: readonly ContentPart[]): string =>
  plainText(parts) || (parts.length > 0 ? "(the images follow)" : "(no output)");

const isImage = (part: ContentPart): part is ImagePart => part.type === "image";

const wireId = (id: string, { shortIds }: ChatQuirks): string => (shortIds ? shortId(id) : id);

const replyMessages = (message: Extract<Message, { role: "assistant" }>, dialect: ChatDialect): readonly object[] => {
  const { parts } = message;
  const { quirks } = dialect;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = parts.flatMap((part) => (part.type === "call" ? [callEntry(part, quirks)] : []));
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: text === "" && quirks.nullContent ? null : text,
      ...thinkingEntry(message, dialect),
      ...detailsEntry(message, dialect),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
};

const thinkingEntry = (
  { parts, model }: Extract<Message, { role: "assistant" }>,
  { name, quirks }: ChatDialect,
): object => {
  const { thinkingField: field, thinkingWithCalls: when } = quirks;
  const calls = parts.some((part) => part.type === "call");
  if (field === undefined || (when !== undefined && !calls)) return {};
  const own = model.startsWith(`${name}/`);
  const thinking = own ? parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("") : "";
  return thinking !== "" ? { [field]: thinking } : when === "required" ? { [field]: " " } : {};
};

/** They are signed: only the very model that they came from can read them. */
const detailsEntry = ({ parts, model }: Extract<Message, { role: "assistant" }>, dialect: ChatDialect): object => {
  if (!dialect.quirks.details || model !== `${dialect.name}/${dialect.model}`) return {};
  const details = parts.flatMap(({ type, carry }): unknown[] =>
    type === "reasoning" && carry?.["details"] !== undefined ? (JSON.parse(carry["details"]) as unknown[]) : [],
  );
  return details.length > 0 ? { reasoning_details: details } : {};
};

/** The JSON of a call that could not be read is not repeated: some servers parse it before the model sees it. */
const callEntry = (part: CallPart, quirks: ChatQuirks): object => ({
  id: wireId(part.id, quirks),
  type: "function",
  function: { name: part.name, arguments: part.malformed === undefined ? jsonText(part.input ?? {}) : "{}" },
});

const contentEntry = (part: ContentPart): object =>
  part.type === "text" ? { type: "text", text: part.text } : { type: "image_url", image_url: { url: dataUrl(part) } };

const dataUrl = ({ mediaType, data }: ImagePart): string => `data:${mediaType};base64,${data}`;

const plainText = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
