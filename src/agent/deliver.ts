/** Delivers a queued message; the skill that it calls is in force before, so that no cut between the two forgets it. */
import type { Context } from "./context.ts";
import type { Performer } from "./performer.ts";

export const deliver: Performer<"deliver"> = (context, { queued }) => deliverMessage(context, queued);

export const deliverMessage = (context: Context, queued: number): void => {
  const { skill } = context.status().queue.find(({ seq }) => seq === queued) ?? {};
  if (skill !== undefined) context.append({ type: "skill.used", data: { ...skill, by: "user" } });
  context.append({ type: "user.said", data: { origin: "user", delivers: queued } });
};
