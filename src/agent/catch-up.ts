/** Tells the model, before it is asked, what has become true since it was: the mode, and instructions where calls went. */
import { layerName } from "../folds/loaded.ts";
import { touched } from "../folds/touched.ts";
import type { Context } from "./context.ts";
import { dropLayers, loadLayers } from "./load-layers.ts";
import { planLayer } from "./plan-layer.ts";

export const catchUp = async (context: Context): Promise<void> => {
  const { paths, fresh } = context.read(touched);
  if (fresh) {
    const { sources, world } = context;
    for (const { gather, follow } of sources)
      if (follow !== undefined) loadLayers(context, [...(await gather(world)), ...(await follow(world, paths))]);
  }
  const { mode } = context.status();
  loadLayers(context, planLayer(mode, context.tools));
  if (mode !== "plan") dropLayers(context, planLayer("plan", []).map(layerName));
};
