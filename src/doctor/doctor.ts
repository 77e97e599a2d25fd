/** Looks into what may be wrong before a run finds it out: this machine, and a model when one is named. */
import { chooseModel } from "../assembly/choose-model.ts";
import type { AssembleOptions, Finding } from "../contract/options.ts";
import { openProvider } from "../assembly/open-provider.ts";
import { machineFindings } from "./machine.ts";
import { modelFindings } from "./model.ts";
import { serverWindow } from "./server-window.ts";

/** Findings in order. A model costs a few small requests. Rejects as `withModel` does when the one named is none. */
export async function* doctor(
  { configuration, cwd, env }: Pick<AssembleOptions, "configuration" | "cwd" | "env">,
  { stateDirectory, probes }: { readonly stateDirectory: string; readonly probes: "machine" | "model" },
): AsyncGenerator<Finding> {
  for (const finding of machineFindings({ configuration, cwd, env }, stateDirectory)) yield await finding;
  if (probes === "machine") return;
  const chosen = await chooseModel(configuration, env);
  yield { name: "model", state: "note", text: chosen.chosen };
  const { provider, known } = await openProvider(chosen, cwd, env);
  const window = configuration.contextWindow ?? known.window;
  yield* modelFindings(provider, { ...known, window }, () => serverWindow(chosen));
}
