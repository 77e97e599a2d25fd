/** The parts of a sub-agent's session: those of any session, held to what its log says that it may have. */
import type { Source } from "../../contract/source.ts";
import type { Birth } from "../../folds/birth.ts";
import { choiceOf } from "../../folds/status/choice.ts";
import type { OpenedModel, Parts } from "../context.ts";

/** A main session has its parts as they are. */
export const childParts = async (parts: Parts, { agent, prompt, rules }: Birth): Promise<Parts> => {
  if (agent === null) return parts;
  const { name, tools, limits, model } = agent;
  // Its parent writes its task, and the user nothing.
  const { output: _, profile: __, ...settings } = parts.settings;
  const held: Parts = {
    ...parts,
    readInvocation: undefined,
    tools: parts.tools.filter((tool) => tools.includes(tool.name)),
    sources: [...parts.sources, ...(prompt === "" ? [] : [role(name, prompt)])],
    grounds: { ...parts.grounds, rules: [...parts.grounds.rules, ...rules] },
    settings: { ...settings, verify: false, limits },
  };
  return model === undefined ? held : withModel(held, model);
};

const role = (name: string, text: string): Source => ({
  name: `agent ${name}`,
  gather: () => Promise.resolve([{ layer: "system", source: `agent ${name}`, position: "system", text }]),
});

/** Its own model, which has no fallback. */
const withModel = async (parts: Parts, name: string): Promise<Parts> => {
  const { settings, openModel } = parts;
  if (name === settings.model) return parts;
  const { provider, choice } = (await openModel?.(name)) ?? known(parts, name);
  if (settings.limits.costUsd > 0 && choice.prices === undefined)
    throw new Error(`a budget cannot be kept with the model ${name}: its price is unknown`);
  const { model, baseUrl, prices, window, outputLimit } = choice;
  const own = { model, baseUrl, prices, window, outputLimit, fallbacks: undefined };
  return { ...parts, providers: [provider], settings: { ...settings, ...own } };
};

const known = ({ providers, settings }: Parts, name: string): OpenedModel => {
  const provider = providers.find(({ model }) => model === name);
  const choice = choiceOf(settings, name);
  if (provider !== undefined && choice !== undefined) return { provider, choice };
  throw new Error(`there is no model ${name} here`);
};
