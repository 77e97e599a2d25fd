/** The command `/queue`: the messages that wait, each to be withdrawn, or taken back into the input. */
import { pick } from "../pickers/pick.ts";
import type { ScreenCommand } from "../screen.ts";
import { status } from "../../../folds/status/status.ts";
import { sent } from "./sent.ts";
import { type Queued, takeBack } from "./take-back.ts";

export const queueCommand: ScreenCommand = {
  name: "queue",
  about: "the messages that wait; edit or withdraw one",
  run: async (screen) => {
    const { queue } = await screen.desk.place().session.read(status);
    if (queue.length === 0) {
      screen.tell("note", "no message waits");
      return;
    }
    const queued = await pick(screen, { title: "Messages that wait", rows: queue.map(rowOf) });
    if (queued === undefined) return;
    const does = await pick(screen, { title: firstLine(queued.text), rows: deeds });
    if (does === "edit") await takeBack(screen, queued);
    if (does === "withdraw") await sent(screen, { type: "withdraw", queued: queued.seq });
  },
};

const deeds = [
  { value: "edit", label: "edit", about: "take it out of the queue, into the input" },
  { value: "withdraw", label: "withdraw", about: "it will not be said" },
] as const;

const rowOf = (queued: Queued) => ({
  value: queued,
  label: firstLine(queued.text),
  about: queued.steer ? "at the next step" : "when the run has ended",
  details: queued.text.slice(0, mostChars),
});

/** So much of a message is shown. */
const mostChars = 400;

const firstLine = (text: string): string => text.trim().split("\n", 1)[0] ?? "";
