/** Delivers a queued message, and puts the skill in force that it calls. */
import type { Context } from "./context.ts";
import type { Performer } from "./performer.ts";

export const deliver: Performer<"deliver"> = (context, { queued }) => deliverMessage(context, queued);

export const deliverMessage = (context: Context, queued: number): void => {
  const { skill } = context.status().queue.find(({ seq }) => seq === queued) ?? {};
  context.append({ type: "user.said", data: { origin: "user", delivers: queued } });
  if (skill !== undefined) context.append({ type: "skill.used", data: { ...skill, by: "user" } });
};
