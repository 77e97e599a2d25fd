/** The shapes of Ollama's own API that are read; fields besides these are not looked at. */
import { z } from "zod";

const toolCall = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.unknown().optional() }),
});

const message = z.object({
  content: z.string().nullish(),
  thinking: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
});
export type OllamaMessage = z.infer<typeof message>;

/** A line of a stream, or a whole answer: they do not differ. */
export const ollamaChunk = z.object({
  model: z.string().nullish(),
  message: message.nullish(),
  done: z.boolean(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
});
export type OllamaChunk = z.infer<typeof ollamaChunk>;

export const ollamaError = z.object({ error: z.union([z.string(), z.looseObject({})]) });

/** What `/api/show` says of a model. */
export const ollamaShown = z.object({
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
});
