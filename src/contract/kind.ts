/** How a kind of event is described, and the fields that several kinds have. */
import { z } from "zod";

/** What it means, which fields are sealed in its line, and which rest in its body. */
export const kind = <Sealed extends z.ZodRawShape, Body extends z.ZodRawShape = {}>(
  about: string,
  sealed: Sealed,
  body: Body = {} as Body,
) => ({ about, sealed: z.object(sealed), body: z.object(body) });

export const by = z.enum(["user", "agent", "rule", "runtime"]);

export const command = z.string().optional().describe("id of the command that asked for it");

export const taint = z.array(z.string()).optional().describe("where untrusted text in it came from");

export const estimatedUsd = z
  .number()
  .optional()
  .describe("what it is taken to have cost, when nobody said and it may have been billed; counts toward budgets alone");
