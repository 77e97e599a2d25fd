/** Has a model sum up the conversation: the cheaper one that was chosen for it, or the session's own with its cache. */
import type { ModelRequest, Provider } from "../contract/provider.ts";
import type { EventData } from "../contract/event.ts";
import { room } from "../folds/status/room.ts";
import type { Context } from "./context.ts";
import { conversation } from "./request.ts";
import { sideCall, type SideReply } from "./side-call.ts";
import type { Space } from "./space.ts";
import { prefixRequest, summaryWish, transcriptRequest } from "./summary-request.ts";

/** What a model wrote, or in one clause why there is nothing to go by. */
export type Summary =
  | { readonly ok: true; readonly by: string; readonly text: string }
  | { readonly ok: false; readonly why: string };

interface Wanted {
  readonly space: Space;
  readonly why: EventData<"context.compacted">["why"];
}

/** Undefined when it was stopped, by a cancel for example: `next` knows what then. Survives whatever the model answers. */
export const summarise = async (context: Context, { space, why }: Wanted): Promise<Summary | undefined> => {
  const provider = summariserOf(context);
  const words = Math.round(Math.min(mostWords, (space.chars * summaryShare) / charsPerWord));
  const wish = summaryWish(words, context.status().window.focus ?? "");
  const ask = (request: Request): Promise<SideReply> => sideCall(context, { purpose: "compact", provider, request });
  const prefix = why !== "refused" && hasRoom(context, provider, wish.length / space.rate);
  const whole = conversation(context);
  const shortened = (): Request => transcriptRequest(whole.messages, wish, transcriptChars(context, provider));
  let reply = await ask(prefix ? prefixRequest(whole, wish) : shortened());
  if (prefix && !reply.ok && reply.category === "context_overflow") reply = await ask(shortened());
  if (!reply.ok) return reply.stopped ? undefined : { ok: false, why: `the model failed (${reply.category})` };
  const text = reply.text
    .toWellFormed()
    .replaceAll(/^\s*<summary>|<\/summary>\s*$/gu, "")
    .trim();
  if (text !== "") return { ok: true, by: provider.model, text };
  return { ok: false, why: reply.calls > 0 ? "the model made calls instead" : "the model said nothing" };
};

type Request = Pick<ModelRequest, "system" | "tools" | "messages">;

/** A summary has a tenth of the space, and is read with the rest of what is left. */
const summaryShare = 0.1;
const mostWords = 1_500;
const charsPerWord = 6;

const summariserOf = ({ summariser, providers, status }: Context): Provider =>
  summariser ?? providers.find(({ model }) => model === status().model) ?? providers[0];

/** Whether the model has the conversation in its cache, and room for it, the wish and the record. */
const hasRoom = (context: Context, { model }: Provider, wishTokens: number): boolean => {
  const status = context.status();
  if (model !== status.model) return false;
  const { tokens, usable = Number.POSITIVE_INFINITY } = room(status, status.settings ?? context.settings, model);
  return tokens + wishTokens <= usable;
};

/** Half of the window, at few characters a token, so that it fits whatever the text is like. */
const transcriptShare = 0.5;
const fewCharsPerToken = 3;

const transcriptChars = (context: Context, { model }: Provider): number => {
  const status = context.status();
  const { window = status.window.tokens } = room(status, status.settings ?? context.settings, model);
  return Math.floor(window * transcriptShare * fewCharsPerToken);
};
