/** What Gemini models differ in, by the version in their names. */
import type { Sampling } from "../contract/terms.ts";

type Effort = NonNullable<Sampling["effort"]>;

/** `thinking`: not at all, with a budget of tokens (2.5), or with a level (from 3 on). */
export interface GeminiTraits {
  readonly thinking: "none" | "budget" | "level";
  /** From 3 on the API answers 400 to a call of the present turn that is not signed. */
  readonly signedCalls: boolean;
}

export const geminiTraits = (model: string): GeminiTraits => {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? (/gemini-.*latest/.test(model) ? 3 : 0));
  const speaks = !/image|tts|audio|live|embedding/.test(model);
  return {
    thinking: !speaks || version < 2.5 ? "none" : version < 3 ? "budget" : "level",
    signedCalls: version >= 3,
  };
};

const budgets: Readonly<Record<Effort, number>> = { low: 2_048, medium: 8_192, high: 24_576 };

/** https://ai.google.dev/gemini-api/docs/thinking */
export const thinkingConfig = (model: string, effort: Effort | undefined): object | undefined => {
  const { thinking } = geminiTraits(model);
  if (thinking === "none") return undefined;
  const how =
    effort === undefined ? {} : thinking === "budget" ? budget(effort) : { thinkingLevel: level(model, effort) };
  return { includeThoughts: true, ...how };
};

const budget = (effort: Effort): object => ({ thinkingBudget: budgets[effort] });

/** Gemini 3 Pro knows two levels only. */
const level = (model: string, effort: Effort): Effort =>
  effort === "medium" && /gemini-3-pro/.test(model) ? "high" : effort;
