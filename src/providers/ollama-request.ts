/** A request as Ollama's /api/chat reads it. https://docs.ollama.com/api/chat */
import type { CallPart, ContentPart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { jsonText } from "./json-text.ts";
import { remembered } from "./remembered.ts";

/** One model, as requests to it are written. What is not known of it is left out. */
export interface OllamaDialect {
  /** Of the provider: what its own messages' `model` begins with. */
  readonly name: string;
  readonly model: string;
  readonly keepAlive: string | number | undefined;
}

/** What the server knows of the model. */
export interface OllamaKnown {
  /** The window to be set, in tokens. */
  readonly window: number | undefined;
  readonly thinks: boolean;
}

/** The two ways in which a request is written: as blocks that never change once written, and as the whole body. */
export interface OllamaWriter {
  readonly blocks: (request: ModelRequest) => readonly string[];
  readonly body: (request: ModelRequest, known: OllamaKnown) => string;
}

export const ollamaWriter = (dialect: OllamaDialect): OllamaWriter => {
  // Each message is written once in its life, so that a request costs no more than what is new in it.
  const written = remembered((message: Message) => wireMessages(message, dialect).map(jsonText));
  const messages = (request: ModelRequest): readonly string[] => [
    ...systemMessage(request.system),
    ...request.messages.flatMap(written),
  ];
  return {
    blocks: (request) => [...toolBlocks(request.tools), ...messages(request)],
    body: (request, known) => {
      const head = jsonText({ model: dialect.model, ...settings(dialect, request, known) });
      const tools = toolBlocks(request.tools);
      const toolList = tools.length > 0 ? `,"tools":[${tools.join(",")}]` : "";
      return `${head.slice(0, -1)}${toolList},"messages":[${messages(request).join(",")}]}`;
    },
  };
};

const settings = ({ model, keepAlive }: OllamaDialect, { sampling }: ModelRequest, known: OllamaKnown): object => {
  const { temperature, maxOutputTokens, effort } = sampling;
  const options = {
    ...(known.window === undefined ? {} : { num_ctx: known.window }),
    ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
  return {
    stream: sampling.stream,
    // Else the server drops the oldest messages without a word.
    truncate: false,
    shift: false,
    ...(effort === undefined || !known.thinks ? {} : { think: /gpt-?oss/.test(model) ? effort : true }),
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
};

const toolBlocks = remembered((tools: readonly ToolSpec[]): readonly string[] =>
  tools.map(({ name, description, input }) =>
    jsonText({ type: "function", function: { name, description, parameters: input } }),
  ),
);

/** One message: the templates of many models know no second one. */
const systemMessage = (system: readonly string[]): readonly string[] => {
  const content = system.filter(Boolean).join("\n\n");
  return content === "" ? [] : [jsonText({ role: "system", content })];
};

const wireMessages = (message: Message, dialect: OllamaDialect): readonly object[] => {
  if (message.role === "user") return userMessages(message.parts);
  if (message.role === "tool") return toolMessages(message.results);
  return replyMessages(message.parts, message.model.startsWith(`${dialect.name}/`));
};

const userMessages = (parts: readonly ContentPart[]): readonly object[] => {
  const content = plainText(parts);
  const images = imagesOf(parts);
  return content === "" && images.length === 0
    ? []
    : [{ role: "user", content, ...(images.length > 0 ? { images } : {}) }];
};

/** Only users may show images here, and nothing may stand between the results of one reply. */
const toolMessages = (results: readonly ToolResult[]): readonly object[] => [
  ...results.map(({ call, name, parts }) => ({
    role: "tool",
    tool_name: name,
    tool_call_id: call,
    content: plainText(parts) || (parts.length > 0 ? "(the images follow)" : "(no output)"),
  })),
  ...results.flatMap(({ call, name, parts }) => {
    const images = imagesOf(parts);
    return images.length === 0 ? [] : [{ role: "user", content: `Images from ${name} (${call}):`, images }];
  }),
];

/** A model's own thinking goes back with its calls: it has not come to its end yet. */
const replyMessages = (parts: readonly ReplyPart[], own: boolean): readonly object[] => {
  const thinking = parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const calls = parts.flatMap((part) => (part.type === "call" ? [callEntry(part)] : []));
  const content = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (content === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content,
      ...(own && thinking !== "" && calls.length > 0 ? { thinking } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
};

/** The API takes objects only; what the model wrote instead stands in the error that answers the call. */
const callEntry = ({ id, name, input, malformed }: CallPart): object => ({
  id,
  function: {
    name,
    arguments:
      malformed === undefined && typeof input === "object" && input !== null && !Array.isArray(input) ? input : {},
  },
});

const imagesOf = (parts: readonly ContentPart[]): readonly string[] =>
  parts.flatMap((part) => (part.type === "image" ? [part.data] : []));

const plainText = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
