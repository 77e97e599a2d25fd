/** Loaded before an example: has the agents that it makes keep their sessions in a directory, and changes nothing else. */
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.includes("/examples/") || loaded.source === undefined) return loaded;
    const source =
      typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: source.replaceAll("agent({", 'agent({ store: process.env["KEPT_EXAMPLES"], ') };
  },
});
