/** Holds the model's answer against the JSON Schema that it has to fit. */
import { textOf } from "../contract/message.ts";
import { fromJsonSchema } from "../contract/tool.ts";
import { messages } from "../folds/messages.ts";
import type { Performer } from "./performer.ts";
import { readJsonAnswer } from "../folds/json-answer.ts";

export const checkOutput: Performer<"check-output"> = (context) => {
  const last = context.read(messages).messages.findLast(({ role }) => role === "assistant");
  const answer = readJsonAnswer(last?.role === "assistant" ? textOf(last.parts) : "");
  const problem = answer.ok ? problemOf(answer.value, context.status().settings?.output) : answer.message;
  context.append({ type: "output.checked", data: problem === undefined ? { ok: true } : { ok: false, problem } });
};

const problemOf = (value: unknown, schema: unknown): string | undefined => {
  const parsed = fromJsonSchema(schema).parse(value);
  return parsed.ok ? undefined : parsed.message;
};
