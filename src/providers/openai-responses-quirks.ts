/** What servers of OpenAI's Responses API differ in. */
import { openaiThinks } from "./openai-model.ts";
import { grokEffort } from "./xai-model.ts";

/** Absent fields are what most servers take. */
export interface ResponsesQuirks {
  /** Models whose thinking is asked for encrypted, to be sent back: others answer 400 to the wish. None when absent. */
  readonly encrypted?: RegExp | undefined;
  /** Models that take an effort; all when absent. */
  readonly effort?: RegExp | undefined;
  /** Models that answer 400 to a temperature: it is left out for them. */
  readonly untempered?: RegExp | undefined;
  /** The session is sent as `prompt_cache_key`, so that its requests meet the same cache. */
  readonly cacheKey?: boolean | undefined;
  /** The header that holds the key as it is, instead of `authorization: Bearer`. */
  readonly keyHeader?: string | undefined;
}

/** A deployment at Azure has any name; most are named after their model. */
const deploymentThinks = /(?:^|[^a-z])o\d(?!\d)|gpt-?(?:5(?!-chat)|[6-9])|codex/;

/** Quirks by provider name. */
export const responsesQuirks: Readonly<Record<string, ResponsesQuirks>> = {
  openai: { encrypted: openaiThinks, effort: openaiThinks, untempered: openaiThinks, cacheKey: true },
  azure: {
    encrypted: deploymentThinks,
    effort: deploymentThinks,
    untempered: deploymentThinks,
    cacheKey: true,
    keyHeader: "api-key",
  },
  xai: { encrypted: /^grok-(?:3-mini|[4-9]|code)/, effort: grokEffort, cacheKey: true },
  openrouter: { encrypted: /^(?:openai\/(?:o\d|gpt-[5-9])|x-ai\/)/ },
};
