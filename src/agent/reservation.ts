/** What a model call is taken to cost while nobody has said: reserved before it is asked, estimated when no word came. */
import type { ModelFailure } from "../contract/error.ts";
import type { ReplyPart } from "../contract/message.ts";
import type { Prices, RunSettings } from "../contract/terms.ts";
import { usualRate } from "../folds/chars.ts";
import { choiceOf } from "../folds/status/choice.ts";
import { costOf } from "./cost.ts";

/** What an estimate goes by. `input` is in tokens. */
export interface Asked {
  readonly settings: RunSettings;
  readonly model: string;
  readonly input: number;
}

/** Of a model whose output limit nobody knows. */
const assumedOutputTokens = 8_192;

/** Tokens of a request with so many characters, which has at least what the last reply took in and gave out. */
export const inputTokens = (chars: number, lastTokens: number): number =>
  Math.max(Math.ceil(chars / usualRate), lastTokens);

/** USD, when the reply is as long as it may be; undefined when the price is unknown. */
export const reservedUsd = ({ settings, model, input }: Asked): number | undefined => {
  const { prices, outputLimit } = choiceOf(settings, model) ?? {};
  return upperCost(prices, input, settings.sampling.maxOutputTokens ?? outputLimit ?? assumedOutputTokens);
};

/** USD, for what has arrived of a reply; undefined when the price is unknown. */
export const arrivedUsd = ({ settings, model, input }: Asked, parts: readonly ReplyPart[]): number | undefined => {
  const chars = parts.reduce((sum, part) => sum + charsOf(part), 0);
  return upperCost(choiceOf(settings, model)?.prices, input, Math.ceil(chars / usualRate));
};

/**
 * USD, for a call that failed. What was refused before anything arrived is taken as not billed. What we gave up may have
 * been worked on: as far as it had come, or, when replies come whole, to its end.
 */
export const lostUsd = (asked: Asked, why: ModelFailure, parts: readonly ReplyPart[]): number | undefined => {
  const givenUp = why === "interrupted" || why === "timeout";
  if (parts.length === 0 && !givenUp) return undefined;
  return parts.length === 0 && !asked.settings.sampling.stream ? reservedUsd(asked) : arrivedUsd(asked, parts);
};

/** With all input written to a cache, where that is dearer. */
const upperCost = (prices: Prices | undefined, input: number, output: number): number | undefined => {
  const cacheWrite = prices !== undefined && (prices.cacheWrite ?? 0) > prices.input ? input : 0;
  return costOf({ input, output, cacheRead: 0, cacheWrite }, prices);
};

const charsOf = (part: ReplyPart): number =>
  part.type === "call" ? (part.malformed ?? JSON.stringify(part.input) ?? "").length : part.text.length;
