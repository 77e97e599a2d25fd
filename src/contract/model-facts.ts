/** What can be known of a model, and what a user may say of one against the catalogue. */
import { z } from "zod";
import { prices } from "./terms.ts";

const facts = z
  .strictObject({
    window: z.int().min(1).describe("context window in tokens"),
    outputLimit: z.int().min(1).describe("tokens of one reply at most"),
    tools: z.boolean().describe("whether it calls tools"),
    images: z.boolean().describe("whether it sees images"),
    reasoning: z.boolean().describe("whether it can think before it answers"),
    prices: prices.describe("USD per million tokens; all of them, as they replace the catalogue's"),
  })
  .partial();

/** One model. An absent field is unknown: an unknown price is not zero. */
export const modelFacts = facts.extend({ name: z.string().min(1).describe("provider/model") });

/** The user's own word, by the model's name; what is absent stays as the catalogue has it. */
export const modelOverrides = z
  .record(z.string().min(1), facts)
  .describe("what is known of a model, by its name, for models the catalogue lacks or has wrong");

export type ModelFacts = z.infer<typeof modelFacts>;
export type ModelOverrides = z.infer<typeof modelOverrides>;
