/** The provider of the run's present model; switches first when that one cannot, or had better not, be asked. */
import type { Provider } from "../contract/provider.ts";
import type { Context } from "./context.ts";
import { fallbackOf } from "./next.ts";

export const modelAtHand = (context: Context): Provider => {
  for (;;) {
    const { model, settings } = context.status();
    const provider = context.providers.find((candidate) => candidate.model === model);
    const [first] = context.providers;
    const to = provider === undefined ? first.model : fallbackOf(model, settings ?? context.settings);
    if (provider !== undefined && (to === undefined || context.breaker.state(model) !== "open")) return provider;
    const why = provider === undefined ? "the session goes on with another model" : "it failed too often just now";
    context.append({ type: "model.switched", data: { from: model, to: to ?? first.model, why } });
  }
};
