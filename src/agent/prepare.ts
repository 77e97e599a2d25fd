/** Gathers what the prompt of a run is made of, and writes down what is new. */
import { layerName, loaded } from "../folds/loaded.ts";
import { touched } from "../folds/touched.ts";
import { layersOf } from "./layers-of.ts";
import { dropLayers, loadLayers } from "./load-layers.ts";
import { loadPolicy } from "./load-policy.ts";
import { offerTools } from "./offer-tools.ts";
import type { Performer } from "./performer.ts";

export const prepare: Performer<"prepare"> = async (context) => {
  const { mode, settings } = context.status();
  const { paths } = context.read(touched);
  const offer = offerTools(context);
  const layers = [...(await layersOf(context, { mode, output: settings?.output, touched: paths })), ...offer.layers];
  loadPolicy(context);
  const present = new Set(layers.map(layerName));
  const gone = Object.keys(context.read(loaded).digests).filter((name) => !present.has(name));
  dropLayers(context, gone);
  loadLayers(context, layers);
  // In every run, because it also marks the end of the preparation.
  context.append({ type: "tools.offered", data: offer.tools });
};
