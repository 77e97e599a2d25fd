/** Finds the tool of a call and reads its arguments, or says what is wrong with them. */
import type { CallFailure } from "../contract/error.ts";
import type { CallPart } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import type { Offered } from "../folds/offered.ts";

export interface Refusal {
  readonly rule: string;
  readonly category: CallFailure;
  readonly reason: string;
}

export type ReadCall =
  | { readonly ok: true; readonly tool: Tool; readonly input: unknown }
  | ({ readonly ok: false } & Refusal);

export const readCall = (call: CallPart, tools: readonly Tool[], { digest, lists }: Offered): ReadCall => {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = (lists[digest] ?? []).map(({ name }) => name);
    return names.includes(call.name)
      ? refuse("no_handler", `${call.name} was offered, but this process cannot run it`)
      : refuse("unknown_tool", `there is no tool "${call.name}"; the tools are ${names.join(", ")}`);
  }
  if (call.malformed !== undefined) {
    return refuse("invalid_arguments", `the arguments are not JSON: ${excerpt(call.malformed)}; ${expectation(tool)}`);
  }
  const parsed = tool.input.parse(call.input ?? {});
  if (parsed.ok) return { ok: true, tool, input: parsed.value };
  return refuse("invalid_arguments", `${parsed.message}; ${expectation(tool)}`);
};

const refuse = (category: CallFailure, reason: string): ReadCall => ({ ok: false, rule: category, category, reason });

const expectation = (tool: Tool): string => `${tool.name} takes ${JSON.stringify(tool.input.json)}`;

const excerptChars = 200;

const excerpt = (text: string): string =>
  text.length > excerptChars ? `${text.slice(0, excerptChars).toWellFormed()}…` : text;
