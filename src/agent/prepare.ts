/** Gathers what the prompt of a run is made of, and writes down what is new. */
import { sha256 } from "../log/chain.ts";
import { layerName, loaded } from "../folds/loaded.ts";
import { offered } from "../folds/offered.ts";
import { touched } from "../folds/touched.ts";
import type { Context } from "./context.ts";
import { layersOf } from "./layers-of.ts";
import { dropLayers, loadLayers } from "./load-layers.ts";
import type { Performer } from "./performer.ts";

export const prepare: Performer<"prepare"> = async (context) => {
  const { mode, settings } = context.status();
  const { paths } = context.read(touched);
  const layers = await layersOf(context, { mode, output: settings?.output, touched: paths });
  loadPolicy(context);
  const present = new Set(layers.map(layerName));
  dropLayers(
    context,
    Object.keys(context.read(loaded).digests).filter((name) => !present.has(name)),
  );
  loadLayers(context, layers);
  offerTools(context);
};

const loadPolicy = (context: Context): void => {
  const { confined, unconfined, sandbox, holds } = context.world.describe();
  const data = {
    roots: [...context.world.roots],
    confined: [...confined],
    unconfined: [...unconfined],
    sandbox,
    holds: [...holds],
    rules: [...context.grounds.rules],
  };
  if (context.read(loaded).policy !== JSON.stringify(data)) context.append({ type: "policy.loaded", data });
};

// Said in every run, because it also marks the end of the preparation; the list itself only when it is new.
const offerTools = (context: Context): void => {
  const tools = context.tools.map(({ name, description, input }) => ({ name, description, input: input.json }));
  const digest = sha256(JSON.stringify(tools));
  const known = context.read(offered).lists[digest] !== undefined;
  context.append({ type: "tools.offered", data: known ? { digest } : { digest, tools } });
};
