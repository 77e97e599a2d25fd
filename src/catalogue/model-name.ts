/** Reads the name of a model: `provider/model`, or a bare name whose family tells where it is to be had. */
import { providers } from "./providers.ts";

export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/**
 * The model's own name may contain slashes. A provider's other names become its one name; a provider that is not in the
 * table is given back as it was written. Undefined when there is no provider, no model, or no family that is known.
 */
export const readModelName = (text: string): ModelName | undefined => {
  const slash = text.indexOf("/");
  if (slash === -1) return fromFamily(text);
  const provider = oneName(text.slice(0, slash));
  const model = text.slice(slash + 1);
  return provider === "" || model === "" ? undefined : { provider, model };
};

const oneName = (written: string): string => {
  const name = written.toLowerCase();
  return providers.find((row) => row.name === name || row.otherNames?.includes(name))?.name ?? written;
};

const fromFamily = (model: string): ModelName | undefined => {
  const family = families.find(({ named }) => named.test(model));
  return family && { provider: family.provider, model };
};

/** The first that fits wins: `qwen3:8b` is a tag of Ollama's, `qwen3-max` a model of Qwen's own API. */
const families: readonly { readonly named: RegExp; readonly provider: string }[] = [
  { named: /^claude-./iu, provider: "anthropic" },
  { named: /^gpt-oss/iu, provider: "ollama" },
  { named: /^(?:gpt-.|o\d+(?:-|$)|chatgpt-.|codex-.|ft:gpt-.)/iu, provider: "openai" },
  { named: /^gemini-./iu, provider: "gemini" },
  { named: /^(?:kimi-|glm-|deepseek-|grok-|qwen|qwq|qvq).*:/iu, provider: "ollama" },
  { named: /^(?:kimi|moonshot)-./iu, provider: "moonshot" },
  { named: /^(?:qwen|qwq|qvq)/iu, provider: "qwen" },
  { named: /^glm-./iu, provider: "zhipu" },
  { named: /^deepseek-./iu, provider: "deepseek" },
  { named: /^grok-./iu, provider: "xai" },
  { named: /^(?:open-mi(?:str|xtr)al-.|mistral-medium)/iu, provider: "mistral" },
  {
    named: /^(?:mistral-(?:large|small)|codestral|devstral|magistral|ministral|pixtral)[\w-]*-(?:latest|\d{4})$/iu,
    provider: "mistral",
  },
  {
    named: /^(?:llama|mistral|mixtral|gemma|codellama|codestral|devstral|magistral|ministral|phi(?:\d|[-:]|$))/iu,
    provider: "ollama",
  },
];
