/** `/rewind` in a chat: the chat goes on in the fork, and the files are what they were. */
import { KelsonError } from "../../../contract/error.ts";
import { filesText, pointsText, previewText } from "../sessions/rewind-text.ts";
import { wholeNumber } from "../whole-number.ts";
import { type Place, rewindPlace } from "./place.ts";

/** What the person reads, and where the chat goes on; absent: here. */
export interface ChatRewound {
  readonly text: string;
  readonly place?: Place;
}

export const rewound = async (place: Place, typed: string, now: number): Promise<ChatRewound> => {
  if (typed === "") return { text: pointsText(await place.runtime.points(place.session.id), now, Infinity) };
  const to = wholeNumber("/rewind", typed);
  const { outcome, place: next } = await rewindPlace(place, (runtime, id) => runtime.rewind(id, { to, what: "both" }));
  if (outcome.status === "fulfilled")
    return { text: `${previewText(outcome.value, false)}${filesText(outcome.value)}`, place: next };
  if (!(outcome.reason instanceof KelsonError)) throw outcome.reason;
  return { text: `Error: ${outcome.reason.message}\n`, place: next };
};
