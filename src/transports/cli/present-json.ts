/** A run as JSON: one result object, or before it each event as a line of its own. */
import { cleanJson } from "../terminal/clean.ts";
import type { Manner, Presenter } from "./presenter.ts";
import { roomText } from "../terminal/room-text.ts";
import type { Surroundings } from "./surroundings.ts";

export const presentJson = ({ stdout, stderr, cwd }: Surroundings, { format }: Manner): Presenter => {
  const line = (record: object): void => stdout.write(`${cleanJson(JSON.stringify(record))}\n`);
  const streamed = format === "stream-json" ? line : () => {};
  return {
    begin: ({ session, place, saved, chosen, doing }) => {
      if (!saved) stderr.write(notSaved);
      streamed({ type: "system", subtype: "init", session_id: session, cwd, place, saved, chosen, doing });
    },
    deltas: () => {},
    event: (event) => streamed({ type: "event", event }),
    asking: () => {},
    stopping: () => {},
    room: (isFull, where) => {
      const message = roomText(isFull, where);
      stderr.write(`! ${message}\n`);
      streamed({ type: "system", subtype: isFull ? "disk_full" : "disk_has_room", message });
    },
    end: line,
  };
};

/** Said loudly, in every format, before the first model call. */
export const notSaved = "! This session is not saved: nothing of it will outlive this process.\n";
