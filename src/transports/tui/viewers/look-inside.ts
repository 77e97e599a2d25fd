/** A look inside a sub-agent: its own transcript, which follows while it works. */
import { head } from "../../../folds/head.ts";
import { transcript } from "../../../folds/transcript.ts";
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import { drawItem } from "../draw/draw-item.ts";
import { spaced } from "../draw/spaced.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { pickCall } from "../pickers/pick-call.ts";
import type { Screen } from "../screen.ts";
import { tellError } from "../talk.ts";
import { scroller } from "./scroller.ts";
import { showCall } from "./show-call.ts";

/** Any session of the runtime, by its id. Rejects with KelsonError `not_found`. */
export const lookInside = async (screen: Screen, id: string): Promise<void> => {
  const session = await screen.desk.place().runtime.open(id);
  let items: readonly TranscriptItem[] = [];
  let title = id;
  const read = async (): Promise<void> => {
    const state = await session.read(transcript);
    items = state.items;
    title = state.title ?? id;
    screen.tui.requestRender();
  };
  try {
    // First: what happens after it is heard, so nothing falls between the reading and the hearing.
    const { seq } = await session.read(head);
    await read();
    const stop = session.events(seq + 1, () => {
      read().catch((error: unknown) => tellError(screen.tell, error));
    });
    const look = (): Promise<"calls" | undefined> =>
      screen.view((done) =>
        scroller(screen, {
          title: () => `Inside ${title}`,
          count: () => items.length,
          draw: (index, drawing) => drawn(items, index, drawing),
          follows: true,
          also: { key: callsKey, does: "a call whole", press: () => done("calls") },
          done: () => done(undefined),
        }),
      );
    try {
      while ((await look()) === "calls") {
        const call = await pickCall(screen, items);
        if (call !== undefined) await showCall(screen, session, call);
      }
    } finally {
      stop();
    }
  } finally {
    await session.close();
  }
};

const callsKey = "c";
const restOfCalls = `the key ${callsKey} shows all`;

const drawn = (items: readonly TranscriptItem[], index: number, drawing: Drawing): Lines => {
  const item = items[index];
  return item === undefined ? [] : spaced(items[index - 1], item, drawItem(item, drawing, { rest: restOfCalls }));
};
