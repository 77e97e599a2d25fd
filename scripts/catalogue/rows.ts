/** Turns a model of llm-zoo into rows of our catalogue. */
import type { ModelConfig } from "llm-zoo";
import { versionMark } from "../../src/catalogue/version-mark.ts";
import type { Prices } from "../../src/contract/terms.ts";
import { corrections } from "./corrections.ts";
import type { Row } from "./row.ts";

/** Our names of llm-zoo's providers. The models of its other ones are to be had through OpenRouter, or not at all. */
const ourNames: Readonly<Record<string, string>> = {
  anthropic: "anthropic",
  openai: "openai",
  google: "gemini",
  xai: "xai",
  deepseek: "deepseek",
  glm: "zhipu",
  moonshot: "moonshot",
  dashscope: "qwen",
};

/** Whose models OpenRouter sells at their maker's price; open weights have many hosts there, each with its own. */
const soldUnchanged = new Set<string>(["anthropic", "openai", "google", "xai"]);

/** What llm-zoo takes for the router's name of a model and is that of another. */
const misnamed = new Set(["qwen/qwen-max"]);

/**
 * The rows of one model by name, at its own provider and at OpenRouter. None for what is no longer served, is asked for at
 * another address or with another tier, or only points at whatever is newest, whose price changes unseen.
 */
export const rowsOf = (model: ModelConfig): readonly (readonly [string, Row])[] => {
  if (model.retired || model.serviceTier !== undefined || model.baseUrl !== undefined) return [];
  if (model.fullName.endsWith("-latest")) return [];
  const own = ownNames(model);
  const row = { ...rowOf(model), ...corrections[own[0] ?? ""] };
  const sold = soldUnchanged.has(model.provider) && !model.openRouterOnly ? row : { ...row, prices: undefined };
  return [...own.map((name) => [name, row] as const), ...routerNames(model).map((name) => [name, sold] as const)];
};

const ownNames = (model: ModelConfig): readonly string[] => {
  const provider = ourNames[model.provider];
  if (provider === undefined || model.openRouterOnly) return [];
  const names = new Set([undated(model.shortName), undated(model.fullName)]);
  return [...names].map((name) => `${provider}/${name}`);
};

/** What stands behind a colon is a way to ask for the model. */
const routerNames = ({ openrouterFullName: name }: ModelConfig): readonly string[] =>
  name === undefined || misnamed.has(name) ? [] : [`openrouter/${undated(name.replace(/:.*$/u, ""))}`];

const undated = (name: string): string => name.replace(versionMark, "");

const rowOf = (model: ModelConfig): Row => ({
  window: model.contextWindow,
  outputLimit: model.maxOutputTokens,
  can: abilities(model),
  prices: pricesOf(model),
});

const abilities = ({ capabilities }: ModelConfig): string[] => [
  ...(capabilities.supportsFunctionCalling ? ["tools"] : []),
  ...(capabilities.supportsVision ? ["images"] : []),
  ...(capabilities.supportsReasoning ? ["reasoning"] : []),
];

/** llm-zoo writes 0 also where a model is paid for in another way, so a 0 is unknown; what is truly free is a correction. */
const pricesOf = (model: ModelConfig): Prices | undefined => {
  const { inputPrice: input, outputPrice: output, capabilities } = model;
  if (input === 0 || output === 0) return undefined;
  const { supportsPromptCaching, supportsAutoPromptCaching, cacheDiscountFactor } = capabilities;
  const read = (supportsPromptCaching || supportsAutoPromptCaching) && cacheDiscountFactor < 1;
  const written = supportsPromptCaching && paidWrites.has(model.provider);
  return {
    input,
    output,
    ...(read && { cacheRead: rounded(input * cacheDiscountFactor) }),
    ...(written && { cacheWrite: rounded(input * writeFactor) }),
  };
};

const paidWrites = new Set<string>(["anthropic", "openai"]);

/** What a write to the cache costs at Anthropic (for five minutes) and, since GPT-5.6, at OpenAI, against plain input. */
const writeFactor = 1.25;

const rounded = (usd: number): number => Number(usd.toFixed(6));
