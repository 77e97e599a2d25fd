/** Changes the mode to the one that a person answered with. */
import type { Performer } from "./performer.ts";

export const changeMode: Performer<"change-mode"> = (context, { to }) => {
  context.append({ type: "mode.changed", data: { from: context.status().mode, to, by: "user" } });
};
