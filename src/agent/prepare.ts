/** Gathers what the prompt of a run is made of, and writes down what is new. */
import { sha256 } from "../log/chain.ts";
import { loaded } from "../folds/loaded.ts";
import { offered } from "../folds/offered.ts";
import type { Layer } from "../contract/source.ts";
import type { Context } from "./context.ts";
import { loadPolicy } from "./load-policy.ts";
import type { Performer } from "./performer.ts";
import { redacted } from "./redacted.ts";

export const prepare: Performer<"prepare"> = async (context) => {
  const { sources, world } = context;
  const gathered = (await Promise.all(sources.map((source) => source.gather(world)))).flat();
  const layers = [...gathered, ...outputLayer(context.status().settings?.output)];
  loadPolicy(context);
  const known = context.read(loaded).digests;
  for (const { text, ...layer } of layers) {
    const digest = sha256(redacted(context, text));
    if (known[`${layer.layer} ${layer.source}`] === digest) continue;
    context.append({ type: "context.loaded", data: { ...layer, digest, text } });
  }
  offerTools(context);
};

const outputLayer = (schema: unknown): Layer[] => {
  if (schema === undefined) return [];
  const text = `Your last message must be nothing but JSON that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  return [{ layer: "instructions", source: "output schema", position: "turn", text }];
};

// Said in every run, because it also marks the end of the preparation; the list itself only when it is new.
const offerTools = (context: Context): void => {
  const tools = context.tools.map(({ name, description, input }) => ({ name, description, input: input.json }));
  const digest = sha256(JSON.stringify(tools));
  const known = context.read(offered).lists[digest] !== undefined;
  context.append({ type: "tools.offered", data: known ? { digest } : { digest, tools } });
};
