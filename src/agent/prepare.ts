/** Gathers what the prompt of a run is made of, and writes down what is new. */
import { sha256 } from "../log/chain.ts";
import { loaded } from "../folds/loaded.ts";
import type { Layer } from "../contract/source.ts";
import type { Context } from "./context.ts";
import { offerTools } from "./offer-tools.ts";
import { loadPolicy } from "./load-policy.ts";
import type { Performer } from "./performer.ts";
import { redacted } from "./redacted.ts";

export const prepare: Performer<"prepare"> = async (context) => {
  const offer = offerTools(context);
  const layers = [...(await gather(context)), ...outputLayer(context.status().settings?.output), ...offer.layers];
  loadPolicy(context);
  const known = context.read(loaded).digests;
  for (const { text, ...layer } of layers) {
    const digest = sha256(redacted(context, text));
    if (known[`${layer.layer} ${layer.source}`] === digest) continue;
    context.append({ type: "context.loaded", data: { ...layer, digest, text } });
  }
  // In every run, because it also marks the end of the preparation.
  context.append({ type: "tools.offered", data: offer.tools });
};

export const gather = async ({ sources, world }: Pick<Context, "sources" | "world">): Promise<readonly Layer[]> =>
  (await Promise.all(sources.map((source) => source.gather(world)))).flat();

const outputLayer = (schema: unknown): Layer[] => {
  if (schema === undefined) return [];
  const text = `Your last message must be nothing but JSON that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  return [{ layer: "instructions", source: "output schema", position: "turn", text }];
};
