/** The call parts of the last reply, by id, with their inputs as a person may have edited them. */
import type { CallPart } from "../contract/message.ts";
import { messages } from "../folds/messages.ts";
import type { Context } from "./context.ts";

export const callsOf = (context: Context): ReadonlyMap<string, CallPart> => {
  const last = context.read(messages).messages.findLast(({ role }) => role === "assistant");
  if (last?.role !== "assistant") return new Map();
  const edited = new Map(context.status().calls.flatMap((call) => ("edited" in call ? [[call.id, call.edited]] : [])));
  const parts = last.parts.filter((part) => part.type === "call");
  return new Map(parts.map((part) => [part.id, edited.has(part.id) ? { ...part, input: edited.get(part.id) } : part]));
};
