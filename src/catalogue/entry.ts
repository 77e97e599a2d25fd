/** What the catalogue says of one model, and what a user may say against it. */
import { z } from "zod";
import { prices } from "../contract/terms.ts";

const fields = z.strictObject({
  window: z.int().min(1).describe("context window in tokens"),
  outputLimit: z.int().min(1).describe("tokens of one reply at most"),
  tools: z.boolean().describe("whether it calls tools"),
  images: z.boolean().describe("whether it sees images"),
  reasoning: z.boolean().describe("whether it can think before it answers"),
  prices: prices.describe("USD per million tokens; all of them, as they replace the catalogue's"),
});

/** One model. An absent field is unknown: an unknown price is not zero. */
export const catalogueEntry = fields.partial().extend({ name: z.string().min(1).describe("provider/model") });

/** The user's own word, by the model's name; what is absent stays as the catalogue has it. */
export const catalogueOverrides = z
  .record(z.string().min(1), fields.partial())
  .describe("what is known of a model, by its name, for models the catalogue lacks or has wrong");

export type CatalogueEntry = z.infer<typeof catalogueEntry>;
export type CatalogueOverrides = z.infer<typeof catalogueOverrides>;
