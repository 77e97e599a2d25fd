/** Which way a run is shown; each is loaded only when it is wanted. */
import type { Manner, Presenter } from "./presenter.ts";
import type { Surroundings } from "./surroundings.ts";

export const choosePresenter = async (surroundings: Surroundings, manner: Manner): Promise<Presenter> => {
  if (manner.format === "text") return (await import("./present-text.ts")).presentText(surroundings, manner);
  if (manner.format === "codex") return (await import("./present-codex.ts")).presentCodex(surroundings);
  return (await import("./present-json.ts")).presentJson(surroundings, manner);
};
