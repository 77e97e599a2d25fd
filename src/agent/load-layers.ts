/** Writes down which layers are new or have changed, so that whatever a prompt was made of is in the log. */
import type { Layer } from "../contract/source.ts";
import { layerName, loaded } from "../folds/loaded.ts";
import { sha256 } from "../log/chain.ts";
import { suspicionOf } from "../policy/injection.ts";
import type { Context } from "./context.ts";
import { redacted } from "./redacted.ts";

export const loadLayers = (context: Context, layers: readonly Layer[]): void => {
  const known = context.read(loaded).digests;
  for (const { text, scanned = false, ...layer } of layers) {
    const digest = sha256(redacted(context, text));
    if (known[layerName(layer)] === digest) continue;
    if (scanned) flag(context, layer.source, text);
    context.append({ type: "context.loaded", data: { ...layer, digest, text } });
  }
};

/** Of layers that were loaded before and are no more the model is told so, as what it has read stays. */
export const dropLayers = (context: Context, gone: readonly string[]): void => {
  const { digests } = context.read(loaded);
  for (const name of gone) {
    const [, layer = "", source = ""] = /^(\S+) (.*)$/su.exec(name) ?? [];
    if (digests[name] === undefined || digests[name] === goneDigest) continue;
    const data = {
      layer: layer as Layer["layer"],
      source,
      position: "turn",
      digest: goneDigest,
      text: goneText,
    } as const;
    context.append({ type: "context.loaded", data });
  }
};

const goneText = "This is gone and no longer applies.";
const goneDigest = sha256(goneText);

const flag = (context: Context, source: string, text: string): void => {
  const suspicion = suspicionOf(text);
  if (suspicion === undefined) return;
  const { shapes, excerpt } = suspicion;
  context.append({ type: "injection.flagged", data: { source, shapes: [...shapes], excerpt } });
};
