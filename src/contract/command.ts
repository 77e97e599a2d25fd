/** A command: what a transport asks of a session. It may be refused; what comes of it is an event. */
import { z } from "zod";
import type { ErrorCode } from "./error.ts";
import { contentPart } from "./message.ts";
import { skillUse } from "./skill.ts";
import { mode } from "./terms.ts";

/** `id` makes a retried command count once. `call` is a call's id, `queued` the seq of a queued message. */
export const command = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("say"),
    id: z.string(),
    parts: z.array(contentPart),
    steer: z.boolean().optional().describe("while a run is under way: take it in at the next step"),
    skill: skillUse.optional().describe("what it calls, whose text is among the parts; in force once it is said"),
    taint: z.array(z.string()).optional().describe("where untrusted text in it came from"),
  }),
  z.object({
    type: z.literal("answer"),
    id: z.string(),
    call: z.string(),
    decision: z.enum(["yes", "no"]),
    scope: z.enum(["once", "session", "always"]).optional(),
    text: z.string().optional(),
    input: z.unknown().optional().describe("the call's input as the person edited it"),
  }),
  z.object({ type: z.literal("cancel"), id: z.string() }),
  z.object({ type: z.literal("set-mode"), id: z.string(), mode }),
  z.object({ type: z.literal("withdraw"), id: z.string(), queued: z.number() }),
  z.object({
    type: z.literal("compact"),
    id: z.string(),
    focus: z.string().optional().describe("what the summary should keep in any case"),
  }),
  z.object({ type: z.literal("name"), id: z.string(), title: z.string() }),
]);

export type Command = z.infer<typeof command>;

/** What became of a command: the seq of its event, or why it was refused, in one sentence. */
export type Outcome =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };
