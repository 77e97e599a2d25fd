/** Models behind Anthropic's Messages API. */
import type { Capabilities, Provider } from "../contract/provider.ts";
import { anthropicEnd, anthropicEvent, anthropicInitial, anthropicWhole } from "./anthropic-events.ts";
import { claudeTraits } from "./anthropic-model.ts";
import { anthropicBody } from "./anthropic-request.ts";
import { exchange } from "./exchange.ts";
import { endpoint, type EndpointOptions } from "./http.ts";

/** `model` as the API names it. `idleMs` is how long nothing may arrive, 300 s when absent. */
export interface AnthropicOptions extends Partial<EndpointOptions> {
  readonly model: string;
  readonly key?: string | undefined;
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** Version of the API: https://platform.claude.com/docs/en/api/versioning */
const version = "2023-06-01";

/** A provider `anthropic/<model>`. The base URL may end in `/v1` or leave it out. */
export const anthropic = (options: AnthropicOptions): Provider => {
  const { model, key, baseUrl = "https://api.anthropic.com" } = options;
  const to = endpoint("/v1/messages", {
    ...options,
    baseUrl: baseUrl.replace(/\/v1\/*$/, ""),
    headers: { "anthropic-version": version, ...(key ? { "x-api-key": key } : {}), ...options.headers },
  });
  return {
    model: `anthropic/${model}`,
    capabilities: { images: true, reasoning: claudeTraits(model).thinking !== "none", ...options.capabilities },
    stream: exchange(
      {
        body: (request) => anthropicBody(model, request),
        initial: anthropicInitial,
        event: anthropicEvent,
        whole: anthropicWhole,
        end: anthropicEnd,
      },
      to,
    ),
  };
};
