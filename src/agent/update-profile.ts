/** Has the model say, on the side, what is known of the user now, and writes it into the user's own log. */
import { userWords } from "../folds/user-words.ts";
import type { Context } from "./context.ts";
import { learnedProfile, learningDue } from "./learn-profile.ts";
import { modelAtHand } from "./model-at-hand.ts";
import type { Performer } from "./performer.ts";
import { sideCall } from "./side-call.ts";

export const updateProfile: Performer<"update-profile"> = async (context) => {
  const why = await learn(context);
  if (why !== undefined) context.append({ type: "guard.tripped", data: { guard: "profile", detail: why } });
};

/** Undefined when it went well, else in one clause why nothing was learned. What is learned is kept before it is forgotten here. */
const learn = async (context: Context): Promise<string | undefined> => {
  const { profile, session } = context;
  const known = await profile?.read();
  const learning = known && learningDue(known, session, context.read(userWords));
  if (profile === undefined || known === undefined || learning === undefined)
    return "there is nothing new to learn from";
  const { from, system, messages } = learning;
  const request = { system, messages, tools: [] };
  const reply = await sideCall(context, { purpose: "profile", provider: modelAtHand(context), request });
  if (!reply.ok) return `the model failed (${reply.category})`;
  const learned = learnedProfile(known, reply.text);
  if (learned.kind === "refused") return learned.why;
  await profile.learn({ by: "agent", from, text: learned.kind === "learned" ? learned.text : known.text });
  return undefined;
};
