/** The shapes of Anthropic's Messages API that are read; fields and kinds besides these are not looked at. */
import { z } from "zod";

export const anthropicUsage = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
});
export type AnthropicUsage = z.infer<typeof anthropicUsage>;

/** Content and stop reason are there when the message did not stream, or was complete before it could. */
export const messageStart = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  usage: anthropicUsage.nullish(),
  content: z.array(z.unknown()).nullish(),
  stop_reason: z.string().nullish(),
});
export type MessageStart = z.infer<typeof messageStart>;

export const contentBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string().nullish() }),
  z.object({ type: z.literal("thinking"), thinking: z.string().nullish(), signature: z.string().nullish() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string().nullish(), name: z.string(), input: z.unknown().optional() }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

export const blockDelta = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text_delta"), text: z.string() }),
  z.object({ type: z.literal("thinking_delta"), thinking: z.string() }),
  z.object({ type: z.literal("signature_delta"), signature: z.string() }),
  z.object({ type: z.literal("input_json_delta"), partial_json: z.string() }),
]);
export type BlockDelta = z.infer<typeof blockDelta>;
