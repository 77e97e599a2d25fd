/** Finds the tool of a call and reads its arguments, or says what is wrong with them. */
import type { CallFailure } from "../contract/error.ts";
import type { CallPart } from "../contract/message.ts";
import { markersOf } from "../contract/redactor.ts";
import type { Tool } from "../contract/tool.ts";
import { offered } from "../folds/offered.ts";
import type { Context } from "./context.ts";
import { markerRule } from "./veil.ts";

export interface Refusal {
  readonly rule: string;
  readonly category: CallFailure;
  readonly reason: string;
}

export type ReadCall =
  | { readonly ok: true; readonly tool: Tool; readonly input: unknown }
  | ({ readonly ok: false } & Refusal);

export const readCall = (
  call: CallPart,
  { tools, redactor, read }: Pick<Context, "tools" | "redactor" | "read">,
): ReadCall => {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const { lists, digest } = read(offered);
    const names = (lists[digest] ?? []).map(({ name }) => name);
    return names.includes(call.name)
      ? refuse("no_handler", `${call.name} was offered, but this process cannot run it`)
      : refuse("unknown_tool", `there is no tool "${call.name}"; the tools are ${names.join(", ")}`);
  }
  if (call.malformed !== undefined) {
    return refuse("invalid_arguments", `the arguments are not JSON: ${excerpt(call.malformed)}; ${expectation(tool)}`);
  }
  // A secret that was taken out of the arguments is not in the log, and the call runs from the log.
  const [marker] = redactor === undefined || tool.veiled === true ? [] : markersOf(call.input);
  if (marker !== undefined) {
    return refuse(
      "invalid_arguments",
      `${marker} in the arguments stands for a secret that was taken out; ${markerRule}`,
    );
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
