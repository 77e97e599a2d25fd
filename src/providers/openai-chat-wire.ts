/** The shapes of Chat Completions that are read, with all that compatible servers do to them; fields besides are not looked at. */
import { z } from "zod";

export const chatUsage = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  total_tokens: z.number().nullish(),
  prompt_tokens_details: z
    .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
    .nullish(),
  prompt_cache_hit_tokens: z.number().nullish().describe("DeepSeek"),
  cached_tokens: z.number().nullish().describe("Moonshot"),
});

export const callPiece = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z.unknown().optional().describe("text, from some servers an object"),
    })
    .nullish(),
});

/** Mistral's content is a list when it thinks. */
const contentPiece = z.object({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
});

/** `delta` of a streamed choice and `message` of a whole one. Thinking goes by two names. */
export const chatDelta = z.object({
  content: z.union([z.string(), z.array(contentPiece)]).nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z
    .array(z.looseObject({ type: z.string() }))
    .nullish()
    .catch(undefined)
    .describe("OpenRouter"),
  refusal: z.string().nullish(),
  tool_calls: z.array(callPiece).nullish(),
});

const choice = z.object({
  delta: chatDelta.nullish(),
  message: chatDelta.nullish(),
  finish_reason: z.string().nullish(),
  usage: chatUsage.nullish().describe("Moonshot"),
});

/** One event of a stream, or a whole answer. */
export const chatChunk = z.object({
  model: z.string().nullish(),
  choices: z.array(choice),
  usage: chatUsage.nullish(),
  error: z.unknown().optional().describe("OpenRouter"),
});

/** `{ error }`, or vLLM's `{ object: "error", message, … }`. */
export const chatError = z.union([
  z.object({ error: z.union([z.string(), z.looseObject({})]) }),
  z.looseObject({ object: z.literal("error") }).transform((error) => ({ error })),
]);

export type ChatUsage = z.infer<typeof chatUsage>;
export type CallPiece = z.infer<typeof callPiece>;
export type ChatDelta = z.infer<typeof chatDelta>;
