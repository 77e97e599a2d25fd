/** What a run's settings know of a model that they name: of its own, of a fallback, of the one that writes summaries. */
import type { RunSettings } from "../../contract/terms.ts";

export const choiceOf = (settings: RunSettings, model: string) =>
  [settings, ...(settings.fallbacks ?? []), settings.compactModel].find((choice) => choice?.model === model);
