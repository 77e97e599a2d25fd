/** The vocabulary of what a prompt is made of besides what is said, and of what makes way in it. */
import { z } from "zod";
import { by, command, kind } from "./kind.ts";
import { skillUse } from "./skill.ts";

export const contextKinds = {
  "context.loaded": kind(
    "Something else the prompt is made of.",
    {
      layer: z.enum(["system", "instructions", "environment", "skills", "memory", "profile"]),
      source: z.string().describe("where it was read"),
      position: z.enum(["system", "turn"]),
      digest: z.string().describe("sha256 of the text"),
    },
    { text: z.string() },
  ),
  "context.compacted": kind(
    "Messages make way in what the model reads; the log keeps them.",
    {
      by: z.string().describe("who says what stands in their place: a model, `mechanical`, or the name of a strategy"),
      why: z
        .enum(["full", "refused", "asked", "strategy"])
        .optional()
        .describe("the window was nearly full, the provider refused the request, a person asked, a strategy said so"),
      from: z.number().describe("index of the first message that makes way"),
      to: z.number().describe("index of the first one after them that stays"),
      summarised: z.boolean().describe("whether a summary stands in their place"),
      mechanical: z.string().optional().describe("why the summary was made from the log alone; absent when it was not"),
      carried: z
        .array(z.number())
        .optional()
        .describe(
          "seqs of what still stands word for word: messages of the user, layers, skills, the plan, changed files",
        ),
      carriedChars: z
        .number()
        .optional()
        .describe("the most that is shown of one text that is carried; absent when each is whole"),
      through: z.number().optional().describe("seq of the last event whose messages make way"),
      tokens: z
        .object({ before: z.number(), after: z.number() })
        .optional()
        .describe("estimates of the next request's length"),
    },
    { summary: z.string() },
  ),
  "skill.used": kind("A skill is in force until the run ends.", {
    ...skillUse.shape,
    by,
    call: z.string().optional().describe("the call that used it; absent when a person's message did"),
    session: z.string().optional().describe("of the sub-agent that does it; it is then in force there alone"),
  }),
  "context.trimmed": kind("Outputs of old calls are cut from what the model reads; the log keeps them.", {
    rule: z.enum(["old", "refused"]).describe("they were old, or the provider refused the request as too long"),
    outputs: z.array(z.number()).describe("seqs of the `call.finished` that hold them"),
    tokens: z.number().describe("an estimate of what is gained"),
  }),
  "compaction.asked": kind(
    "A person wants a summary in the place of old messages, at the next step's boundary.",
    { by, command },
    { focus: z.string() },
  ),
  "tools.offered": kind("The tools a model may call; the list itself is stored once by digest.", {
    digest: z.string(),
    tools: z.array(z.object({ name: z.string(), description: z.string(), input: z.unknown() })).optional(),
  }),
  "profile.learned": kind(
    "What is known of the user, from here on; the newest counts.",
    {
      version: z.number(),
      by: z.enum(["user", "agent"]),
      from: z
        .object({ session: z.string(), first: z.number(), last: z.number() })
        .optional()
        .describe("the messages that it was learned from"),
      digest: z.string().describe("sha256 of the text"),
    },
    { text: z.string() },
  ),
  "profile.cleared": kind("Nothing is known of the user any more; the texts are erased.", { by }),
};
