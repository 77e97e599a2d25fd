/** `/rewind` in a chat: the chat goes on in the fork, and the files are what they were. */
import { KelsonError } from "../../../contract/error.ts";
import { doneText, pointsText, previewText } from "../sessions/rewind-text.ts";
import { wholeNumber } from "../whole-number.ts";
import type { Place } from "./place.ts";

/** What the person reads, and where the chat goes on; absent: here. */
export interface ChatRewound {
  readonly text: string;
  readonly place?: Place;
}

export const rewound = async (place: Place, typed: string, now: number): Promise<ChatRewound> => {
  const { runtime, session } = place;
  if (typed === "") return { text: pointsText(await runtime.points(session.id), now, Infinity) };
  const to = wholeNumber("/rewind", typed);
  // Nobody may work on it meanwhile, this chat neither.
  await session.close();
  const at = async (id: string): Promise<Place> => ({ ...place, session: await runtime.open(id) });
  try {
    const { fork = session.id, ...done } = await runtime.rewind(session.id, { to, what: "both" });
    return { text: `${previewText(done, false)}${doneText(done)}`, place: await at(fork) };
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    return { text: `Error: ${error.message}\n`, place: await at(session.id) };
  }
};
