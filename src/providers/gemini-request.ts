/** A request as Gemini's generateContent reads it. https://ai.google.dev/api/generate-content */
import type { CallPart, ContentPart, Message, ReplyPart, ToolResult } from "../contract/message.ts";
import type { ModelRequest, ToolSpec } from "../contract/provider.ts";
import { geminiTraits, thinkingConfig } from "./gemini-model.ts";
import { geminiSchema } from "./gemini-schema.ts";
import { jsonText } from "./json-text.ts";
import { remembered } from "./remembered.ts";

/** Of the provider and model: what its own messages' `model` is, and the model as the API names it. */
export interface GeminiDialect {
  readonly name: string;
  readonly model: string;
}

/** The two ways in which a request is written: as blocks that never change once written, and as the whole body. */
export interface GeminiWriter {
  readonly blocks: (request: ModelRequest) => readonly string[];
  readonly body: (request: ModelRequest) => string;
}

export const geminiWriter = (dialect: GeminiDialect): GeminiWriter => {
  const writer = contentWriter(dialect);
  // Each message is written once in its life: the reply that results belong to always stands before them.
  const written = new WeakMap<Message, string>();
  const contents = (messages: readonly Message[]): readonly string[] =>
    messages.flatMap((message, index) => {
      const known = written.get(message) ?? writer(message, messages[index - 1]);
      written.set(message, known);
      return known === "" ? [] : [known];
    });
  return {
    blocks: ({ tools, system, messages }) => [...toolBlocks(tools), ...instruction(system), ...contents(messages)],
    body: (request) => {
      const { tools, system, messages } = request;
      // What grows stands last, so that a body begins with the one before it.
      const lists = [
        `"generationConfig":${jsonText(settings(dialect, request))}`,
        ...(tools.length > 0 ? [`"tools":[{"functionDeclarations":[${toolBlocks(tools).join(",")}]}]`] : []),
        ...instruction(system).map((text) => `"systemInstruction":${text}`),
        `"contents":[${contents(messages).join(",")}]`,
      ];
      return `{${lists.join(",")}}`;
    },
  };
};

const settings = ({ model }: GeminiDialect, { sampling }: ModelRequest): object => {
  const thinking = thinkingConfig(model, sampling.effort);
  return {
    ...(sampling.maxOutputTokens === undefined ? {} : { maxOutputTokens: sampling.maxOutputTokens }),
    ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
    ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
  };
};

const toolBlocks = remembered((tools: readonly ToolSpec[]): readonly string[] =>
  tools.map(({ name, description, input }) => {
    const parameters = geminiSchema(input);
    return jsonText({ name, description, ...(parameters === undefined ? {} : { parameters }) });
  }),
);

const instruction = (system: readonly string[]): readonly string[] => {
  const parts = system.filter(Boolean).map((text) => ({ text }));
  return parts.length === 0 ? [] : [jsonText({ parts })];
};

const contentWriter =
  (dialect: GeminiDialect) =>
  (message: Message, before: Message | undefined): string => {
    const parts = partsOf(message, before, dialect);
    const role = message.role === "assistant" ? "model" : "user";
    return parts.length === 0 ? "" : jsonText({ role, parts });
  };

const partsOf = (message: Message, before: Message | undefined, dialect: GeminiDialect): readonly object[] => {
  if (message.role === "user") return contentParts(message.parts);
  if (message.role === "assistant") return replyParts(message.parts, isOwn(message, dialect), dialect.model);
  const asked = before?.role === "assistant" && isOwn(before, dialect) ? before.parts : [];
  return message.results.flatMap((result) => resultParts(result, asked));
};

const isOwn = ({ model }: { readonly model: string }, dialect: GeminiDialect): boolean =>
  model === `${dialect.name}/${dialect.model}`;

const contentParts = (parts: readonly ContentPart[]): readonly object[] =>
  parts.flatMap((part): object[] => {
    if (part.type === "image") return [{ inlineData: { mimeType: part.mediaType, data: part.data } }];
    return part.text === "" ? [] : [{ text: part.text }];
  });

/** Images stand beside the result that they belong to. */
const resultParts = ({ call, name, ok, parts }: ToolResult, asked: readonly ReplyPart[]): readonly object[] => {
  const text = parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
  const images = parts.filter((part) => part.type === "image");
  const words = text || (images.length > 0 ? "(the images follow)" : "(no output)");
  const id = asked.find((part) => part.type === "call" && part.id === call)?.carry?.["id"];
  const response = ok ? { output: words } : { error: words };
  return [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response } }, ...contentParts(images)];
};

/** Stands for the signature of a call that another model made: https://ai.google.dev/gemini-api/docs/thought-signatures */
const unsigned = "skip_thought_signature_validator";

/** What was carried is only for the model that sent it, each on its own part. Thinking that is not signed says nothing to it. */
const replyParts = (parts: readonly ReplyPart[], own: boolean, model: string): readonly object[] => {
  const firstCall = parts.findIndex((part) => part.type === "call");
  const needed = geminiTraits(model).signedCalls ? unsigned : undefined;
  return parts.flatMap((part, index): object[] => {
    const carried = own ? part.carry?.["signature"] : undefined;
    const signature = carried ?? (index === firstCall ? needed : undefined);
    const signed = signature === undefined ? {} : { thoughtSignature: signature };
    if (part.type === "call") return [{ functionCall: callEntry(part, own), ...signed }];
    if (part.type === "reasoning") return carried === undefined ? [] : [{ text: part.text, thought: true, ...signed }];
    return part.text === "" && carried === undefined ? [] : [{ text: part.text, ...signed }];
  });
};

/** The API takes objects only; what the model wrote instead stands in the error that answers the call. */
const callEntry = ({ name, input, malformed, carry }: CallPart, own: boolean): object => ({
  ...(own && carry?.["id"] ? { id: carry["id"] } : {}),
  name,
  args: malformed === undefined && typeof input === "object" && input !== null && !Array.isArray(input) ? input : {},
});
