/** The provider of the run's present model; switches first when that one cannot, or had better not, be asked. */
import type { Provider } from "../contract/provider.ts";
import type { Context } from "./context.ts";
import { fallbackOf } from "./next.ts";

export const modelAtHand = (context: Context): Provider => {
  for (;;) {
    const { model } = context.status();
    const provider = providerOf(context, model);
    const [first] = context.providers;
    const to = provider === undefined ? first.model : fallbackAtHand(context, model);
    if (provider !== undefined && (to === undefined || context.breaker.state(model) !== "open")) return provider;
    const why = provider === undefined ? "the session goes on with another model" : "it failed too often just now";
    context.append({ type: "model.switched", data: { from: model, to: to ?? first.model, why } });
  }
};

/** The next fallback after a model that this process can ask: a session may go on where not all of them are set up. */
export const fallbackAtHand = (context: Context, model: string): string | undefined => {
  const to = fallbackOf(model, context.status().settings ?? context.settings);
  return to === undefined || providerOf(context, to) !== undefined ? to : fallbackAtHand(context, to);
};

const providerOf = ({ providers }: Context, model: string): Provider | undefined =>
  providers.find((candidate) => candidate.model === model);
