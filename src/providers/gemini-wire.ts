/** The shapes of Gemini's generateContent that are read; fields and kinds besides these are not looked at. */
import { z } from "zod";
import { partialArgument } from "./partial-arguments.ts";

/** `willContinue` and `partialArgs`: Vertex AI streams arguments. */
export const functionCall = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  args: z.unknown().optional(),
  partialArgs: z.array(partialArgument).nullish(),
  willContinue: z.boolean().nullish(),
});
export type FunctionCall = z.infer<typeof functionCall>;

export const geminiPart = z.object({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  thoughtSignature: z.string().nullish(),
  functionCall: functionCall.nullish(),
});
export type GeminiPart = z.infer<typeof geminiPart>;

export const geminiUsage = z.object({
  promptTokenCount: z.number().nullish(),
  toolUsePromptTokenCount: z.number().nullish(),
  cachedContentTokenCount: z.number().nullish(),
  candidatesTokenCount: z.number().nullish(),
  thoughtsTokenCount: z.number().nullish(),
});
export type GeminiUsage = z.infer<typeof geminiUsage>;

const candidate = z.object({
  content: z.object({ parts: z.array(z.looseObject(geminiPart.shape)).nullish() }).nullish(),
  finishReason: z.string().nullish(),
  finishMessage: z.string().nullish(),
});

/** A piece of an answer, or the whole of it: they do not differ. */
export const geminiChunk = z.object({
  candidates: z.array(candidate).nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: geminiUsage.nullish(),
  modelVersion: z.string().nullish(),
  error: z.unknown().optional(),
});

/** From some gateways an answer that does not stream is a list of pieces, and so is an error. */
export const geminiBody = z.union([z.array(z.unknown()), z.unknown().transform((body) => [body])]);
