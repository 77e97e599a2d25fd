/** The tool `ask_user`: a question to the person whom the model works for. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";

const input = z.strictObject({
  question: z.string().min(1).describe("One clear question"),
  options: z
    .array(z.string().min(1))
    .min(2)
    .max(10)
    .refine((options) => new Set(options).size === options.length, "two options are the same")
    .optional()
    .describe("Answers to choose from; any other text can be answered too"),
  multiple: z.boolean().default(false).describe("Whether several options may be chosen"),
});

export const askUser = tool({
  name: "ask_user",
  description:
    "Ask the user a question, and wait for the answer. " +
    "Only for what you cannot find out yourself and must not guess; never for permission to use a tool.",
  input: fromZod(input),
  effects: [],
  parallel: false,
  targets: () => [],
  run: async ({ question, options, multiple }, { host }) => {
    const several = multiple && options !== undefined ? " (several may be chosen, with commas between them)" : "";
    const answer = await host.ask({ question: question + several, ...(options !== undefined && { options }) });
    return textOutcome(answer.trim() === "" ? "[The user gave an empty answer.]" : answer);
  },
});
