/** Lets the compaction strategy that was handed in make way in the conversation before a request. */
import type { Compaction, CompactionStrategy } from "../contract/compaction.ts";
import { sentenceOf } from "../contract/error.ts";
import type { Message } from "../contract/message.ts";
import { messages } from "../folds/messages.ts";
import { carry } from "./carry.ts";
import type { Context } from "./context.ts";
import { carriedShare, outcomeOf, spaceOf } from "./space.ts";

export const askStrategy = async (context: Context): Promise<void> => {
  const { compaction: strategy } = context;
  if (strategy === undefined) return;
  const state = context.read(messages);
  const asked = await ask(context, strategy, state.messages);
  const made = asked && sound(asked, state.messages);
  if (made === undefined) return;
  const { from, to, summary } = made;
  const space = spaceOf(context);
  const summarised = summary !== undefined;
  const cut = {
    from,
    to,
    summarised,
    ...(summarised && { summary }),
    ...carry(state, made, space.chars * carriedShare),
  };
  const { through, tokens } = outcomeOf(context, space, cut);
  context.append({ type: "context.compacted", data: { by: strategy.name, why: "strategy", ...cut, through, tokens } });
};

const ask = async (
  context: Context,
  { name, compact: decide }: CompactionStrategy,
  said: readonly Message[],
): Promise<Compaction | undefined> => {
  const { settings, lastTokens } = context.status();
  try {
    return await decide({
      messages: said,
      tokens: lastTokens ?? undefined,
      window: settings?.window,
      signal: context.signal(),
    });
  } catch (error) {
    const detail = `the strategy ${name} failed: ${sentenceOf(error)}`;
    context.append({ type: "guard.tripped", data: { guard: "compaction", detail } });
    return undefined;
  }
};

/** No call is parted from its result, what stays goes on with a reply, and the last message stays. */
const sound = ({ from, to, summary }: Compaction, said: readonly Message[]): Compaction | undefined => {
  let first = Math.max(0, Math.trunc(from));
  while (said[first]?.role === "tool") first += 1;
  let after = Math.min(Math.trunc(to), said.length - 1);
  while (after > first && said[after]?.role !== "assistant") after -= 1;
  return after > first ? { from: first, to: after, summary } : undefined;
};
