/** A request as OpenAI's Responses API reads it: stateless, so that every item is sent each time. https://platform.openai.com/docs/api-reference/responses/create */
import type { CallPart, ContentPart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { jsonText } from "./json-text.ts";
import type { ResponsesQuirks } from "./openai-responses-quirks.ts";
import { remembered } from "./remembered.ts";

/** One server and model, as requests to it are written. */
export interface ResponsesDialect {
  /** Of the provider: what its own messages' `model` begins with. */
  readonly name: string;
  readonly model: string;
  readonly quirks: ResponsesQuirks;
}

/** The two ways in which a request is written: as blocks that never change once written, and as the whole body. */
export interface ResponsesWriter {
  readonly blocks: (request: ModelRequest) => readonly string[];
  readonly body: (request: ModelRequest) => string;
}

export const responsesWriter = (dialect: ResponsesDialect): ResponsesWriter => {
  // Each message is written once in its life, so that a request costs no more than what is new in it.
  const written = remembered((message: Message) => wireItems(message, dialect).map(jsonText));
  const input = (request: ModelRequest): readonly string[] => request.messages.flatMap(written);
  return {
    blocks: (request) => [...toolBlocks(request.tools), ...instructions(request.system), ...input(request)],
    body: (request) => {
      const head = jsonText({ model: dialect.model, ...settings(dialect, request) });
      const lists = [
        ...instructions(request.system).map((text) => `"instructions":${text}`),
        ...(request.tools.length > 0 ? [`"tools":[${toolBlocks(request.tools).join(",")}]`] : []),
        `"input":[${input(request).join(",")}]`,
      ];
      return `${head.slice(0, -1)},${lists.join(",")}}`;
    },
  };
};

const settings = ({ model, quirks }: ResponsesDialect, { sampling, session }: ModelRequest): object => ({
  stream: sampling.stream,
  store: false,
  ...(quirks.encrypted?.test(model) ? { include: ["reasoning.encrypted_content"] } : {}),
  ...(sampling.maxOutputTokens === undefined ? {} : { max_output_tokens: sampling.maxOutputTokens }),
  ...(sampling.temperature === undefined || quirks.untempered?.test(model)
    ? {}
    : { temperature: sampling.temperature }),
  // A summary is asked for only with an effort: OpenAI refuses it to organisations that it has not verified.
  ...(sampling.effort === undefined || quirks.effort?.test(model) === false
    ? {}
    : { reasoning: { effort: sampling.effort, summary: "auto" } }),
  ...(quirks.cacheKey ? { prompt_cache_key: session.slice(-longestId) } : {}),
});

/** Tools are strict here unless it is said that they are not, and then optional fields are refused. */
const toolBlocks = remembered((tools: readonly ToolSpec[]): readonly string[] =>
  tools.map(({ name, description, input }) =>
    jsonText({ type: "function", name, description, parameters: input, strict: false }),
  ),
);

const instructions = (system: readonly string[]): readonly string[] => {
  const text = system.filter(Boolean).join("\n\n");
  return text === "" ? [] : [jsonText(text)];
};

const wireItems = (message: Message, dialect: ResponsesDialect): readonly object[] => {
  if (message.role === "user") return userItems(message.parts);
  if (message.role === "tool") return message.results.map(resultItem);
  return replyItems(message.parts, message.model === `${dialect.name}/${dialect.model}`);
};

const userItems = (parts: readonly ContentPart[]): readonly object[] => {
  const content = contentEntries(parts);
  return content.length === 0 ? [] : [{ type: "message", role: "user", content }];
};

const contentEntries = (parts: readonly ContentPart[]): readonly object[] =>
  parts.flatMap((part): object[] => {
    if (part.type === "image")
      return [{ type: "input_image", image_url: `data:${part.mediaType};base64,${part.data}`, detail: "auto" }];
    return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
  });

/** Plain text unless there are images: some servers read nothing else. */
const resultItem = ({ call, parts }: ToolResult): object => {
  const plain = parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
  const output = parts.some((part) => part.type === "image") ? contentEntries(parts) : plain || "(no output)";
  return { type: "function_call_output", call_id: wireId(call), output };
};

/** What was carried is only for the model that sent it. */
const replyItems = (parts: readonly ReplyPart[], own: boolean): readonly object[] => {
  // An item that is sent with its id must not miss the thinking that came before it: the API answers 400 otherwise.
  const named =
    own &&
    parts.every((part) => part.type !== "reasoning" || part.carry?.["encrypted"] !== undefined || isMore(parts, part));
  const identity = ({ carry }: ReplyPart): object => (named && carry?.["item"] ? { id: carry["item"] } : {});
  return parts.flatMap((part, index): readonly object[] => {
    if (part.type === "reasoning") return own ? reasoningItem(parts, index) : [];
    if (part.type === "call") return [{ ...callItem(part), ...identity(part) }];
    if (part.text === "") return [];
    const phase = own && part.carry?.["phase"] ? { phase: part.carry["phase"] } : {};
    return [
      {
        type: "message",
        role: "assistant",
        ...identity(part),
        ...phase,
        content: [{ type: "output_text", text: part.text }],
      },
    ];
  });
};

/** Whether a part is a later piece of an item whose first piece holds the encrypted text. */
const isMore = (parts: readonly ReplyPart[], part: ReplyPart): boolean =>
  firstOf(parts, part.carry?.["item"])?.carry?.["encrypted"] !== undefined;

const firstOf = (parts: readonly ReplyPart[], item: string | undefined): ReplyPart | undefined =>
  item === undefined ? undefined : parts.find((part) => part.type === "reasoning" && part.carry?.["item"] === item);

/** Parts of one item are one item again. What is neither encrypted nor open cannot be read by anyone. */
const reasoningItem = (parts: readonly ReplyPart[], index: number): readonly object[] => {
  const first = parts[index];
  const { item, encrypted, open } = first?.carry ?? {};
  if (first === undefined || item === undefined || firstOf(parts, item) !== first) return [];
  const texts = parts.flatMap((part) =>
    part.type === "reasoning" && part.carry?.["item"] === item && part.text !== "" ? [part.text] : [],
  );
  if (open !== undefined)
    return [
      {
        type: "reasoning",
        id: item,
        summary: [],
        content: texts.map((text) => ({ type: "reasoning_text", text })),
        ...(encrypted ? { encrypted_content: encrypted } : {}),
      },
    ];
  if (encrypted === undefined) return [];
  return [
    {
      type: "reasoning",
      id: item,
      summary: texts.map((text) => ({ type: "summary_text", text })),
      encrypted_content: encrypted,
    },
  ];
};

/** The JSON of a call that could not be read is not repeated; the error that answers the call speaks of it. */
const callItem = (part: CallPart): object => ({
  type: "function_call",
  call_id: wireId(part.id),
  name: part.name,
  arguments: part.malformed === undefined ? jsonText(part.input ?? {}) : "{}",
});

const longestId = 64;

/** The API refuses longer ids; those that we make differ in their ends. */
const wireId = (id: string): string => id.slice(-longestId);
