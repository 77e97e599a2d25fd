/** Delivers a queued message. */
import type { Performer } from "./performer.ts";

export const deliver: Performer<"deliver"> = (context, { queued }) => {
  context.append({ type: "user.said", data: { origin: "user", delivers: queued } });
};
