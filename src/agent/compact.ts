/** Puts a summary in the place of old messages: by a model in one pass, or from the log alone when that comes to nothing. */
import type { EventData } from "../contract/event.ts";
import type { Message } from "../contract/message.ts";
import { charsOf } from "../folds/chars.ts";
import type { Cut } from "../folds/compacted.ts";
import { messages } from "../folds/messages.ts";
import { carry } from "./carry.ts";
import type { Context } from "./context.ts";
import { mechanicalSummary } from "./mechanical-summary.ts";
import type { Performer } from "./performer.ts";
import { carriedShare, outcomeOf, type Space, spaceOf, stayingShare, targetShare } from "./space.ts";
import { type Summary, summarise } from "./summarise.ts";

export const compact: Performer<"compact"> = async (context, { why }) => {
  const space = spaceOf(context);
  const to = cutAt(context.read(messages).messages, space.chars * stayingShare);
  if (to < fewestMessages) return nothingGained(context);
  const summary = await summarise(context, { space, why });
  if (summary === undefined) return;
  const { by, cut } = fittedCut(context, { space, to, summary });
  const { through, tokens } = outcomeOf(context, space, cut);
  if (tokens.after >= tokens.before) return nothingGained(context);
  context.append({ type: "context.compacted", data: { ...by, why, ...cut, through, tokens } });
};

/** Below this there is nothing but the task. */
const fewestMessages = 2;
/** Of the present conversation, what stays as it is when there is room for more. */
const mostStaying = 1 / 4;

/** Where what stays begins: with a reply or a message of the user's, so that no call is parted from its result. */
const cutAt = (said: readonly Message[], most: number): number => {
  const sizes = said.map((message) => charsOf(message));
  const share = sizes.reduce((sum, size) => sum + size, 0) * mostStaying;
  let to = said.length;
  let length = 0;
  for (let index = said.length - 1; index > 0; index -= 1) {
    length += sizes[index] ?? 0;
    // The last step, which the model may not have read yet, stays wherever it has room at all.
    if (length > (to === said.length ? most : Math.min(most, share))) break;
    if (said[index]?.role !== "tool") to = index;
  }
  return to;
};

interface Draft {
  readonly space: Space;
  readonly to: number;
  readonly summary: Summary;
}

type By = Pick<EventData<"context.compacted">, "by" | "mechanical">;

/** What a model wrote counts only when what is left is under its target; what is made from the log always is, if anything can be. */
const fittedCut = (context: Context, { space, to, summary }: Draft): { by: By; cut: Cut } => {
  const state = context.read(messages);
  const bare = {
    from: 0,
    to,
    summarised: true,
    summary: "",
    ...carry(state, { from: 0, to }, space.chars * carriedShare),
  };
  const target = space.chars * targetShare;
  const cutWith = (text: string): Cut => ({ ...bare, summary: text });
  if (summary.ok) {
    const cut = cutWith(summary.text);
    if (outcomeOf(context, space, cut).chars <= target) return { by: { by: summary.by }, cut };
  }
  const left = Math.max(leastChars, target - outcomeOf(context, space, bare).chars);
  const mechanical = summary.ok ? "the summary was too long" : summary.why;
  const text = mechanicalSummary(state.messages.slice(0, to), Math.min(mostChars, left * mostJson));
  return { by: { by: "mechanical", mechanical }, cut: cutWith(text) };
};

const leastChars = 500;
const mostChars = 20_000;
/** What text is of its JSON, at least. */
const mostJson = 0.8;

const nothingGained = (context: Context): void => {
  const detail = "no message could make way: what is said last, or is carried over, takes all the room";
  context.append({ type: "guard.tripped", data: { guard: "compaction", detail } });
};
