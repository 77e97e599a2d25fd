/** The neutral shape of what is said: the parts that the log keeps and that every provider's codec maps. */
import { z } from "zod";

/** Plain text. */
export const textPart = z.object({ type: z.literal("text"), text: z.string() });

/** A picture; `data` is base64, `mediaType` such as `image/png`. */
export const imagePart = z.object({ type: z.literal("image"), mediaType: z.string(), data: z.string() });

/** What people say and what tools give back. */
export const contentPart = z.discriminatedUnion("type", [textPart, imagePart]);

/** What a provider wants back unchanged with a part (signatures, item ids, encrypted text), by its own names. */
const carried = z.record(z.string(), z.string()).optional();

/** A model's thinking; redacted thinking has empty text and only what is carried. */
export const reasoningPart = z.object({ type: z.literal("reasoning"), text: z.string(), carry: carried });

/** A tool call. When the model's JSON could not be read, `input` is null and `malformed` is what it wrote. */
export const callPart = z.object({
  type: z.literal("call"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  malformed: z.string().optional(),
  carry: carried,
});

/** What a model says; its text may be carried too, for providers that sign text. */
export const replyPart = z.discriminatedUnion("type", [textPart.extend({ carry: carried }), reasoningPart, callPart]);

export type TextPart = z.infer<typeof textPart>;
export type ImagePart = z.infer<typeof imagePart>;
export type ContentPart = z.infer<typeof contentPart>;
export type ReasoningPart = z.infer<typeof reasoningPart>;
export type CallPart = z.infer<typeof callPart>;
export type ReplyPart = z.infer<typeof replyPart>;

/** The outcome of one call as a model reads it. */
export interface ToolResult {
  readonly call: string;
  readonly name: string;
  readonly ok: boolean;
  readonly parts: readonly ContentPart[];
}

/**
 * One message of a request. A `tool` message holds the results of all calls of the assistant message before it,
 * in call order. `model` says who wrote an assistant message, as `provider/model`.
 */
export type Message =
  | { readonly role: "user"; readonly parts: readonly ContentPart[] }
  | { readonly role: "assistant"; readonly model: string; readonly parts: readonly ReplyPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** The text of some parts, images named in brackets. */
export const textOf = (parts: readonly { type: string; text?: string; mediaType?: string }[]): string =>
  parts
    .map((part) =>
      part.type === "image" ? `[image ${part.mediaType}]` : part.type === "text" ? (part.text ?? "") : "",
    )
    .join("");
