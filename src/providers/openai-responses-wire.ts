/** The shapes of OpenAI's Responses API that are read; fields and kinds besides these are not looked at. */
import { z } from "zod";

const text = z.object({ text: z.string() });

const messageContent = z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() });

export const responseItem = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message"),
    id: z.string().nullish(),
    phase: z.string().nullish().describe("commentary or final_answer"),
    content: z.array(messageContent).nullish(),
  }),
  z.object({
    type: z.literal("reasoning"),
    id: z.string().nullish(),
    encrypted_content: z.string().nullish(),
    summary: z.array(text).nullish(),
    content: z.array(text).nullish().describe("open models do not hide their thinking"),
  }),
  z.object({
    type: z.literal("function_call"),
    id: z.string().nullish(),
    call_id: z.string().nullish(),
    name: z.string(),
    arguments: z.string().nullish(),
  }),
]);
export type ResponseItem = z.infer<typeof responseItem>;

export const responseUsage = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  input_tokens_details: z
    .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
    .nullish(),
});
export type ResponseUsage = z.infer<typeof responseUsage>;

/** The whole answer, as far as it has come. */
export const response = z.object({
  model: z.string().nullish(),
  status: z.string().nullish(),
  output: z.array(z.unknown()).nullish(),
  error: z.unknown().optional(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: responseUsage.nullish(),
});
export type Response = z.infer<typeof response>;

/** `content_index` counts the contents of a message, `summary_index` the pieces of a summary. */
export const pieceEvent = z.object({
  output_index: z.number(),
  content_index: z.number().nullish(),
  summary_index: z.number().nullish(),
  delta: z.string(),
});
export type PieceEvent = z.infer<typeof pieceEvent>;

export const itemEvent = z.object({ output_index: z.number(), item: z.unknown() });
export const responseEvent = z.object({ response });
