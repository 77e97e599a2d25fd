/** A run as Codex' JSON lines. What has no event, such as an error before the first, is a line of its own. */
import { cleanJson } from "../terminal/clean.ts";
import { codex, type CodexRecord } from "./codex.ts";
import { notSaved } from "./present-json.ts";
import type { Presenter } from "./presenter.ts";
import { roomText } from "../terminal/room-text.ts";
import type { Surroundings } from "./surroundings.ts";

export const presentCodex = ({ stdout, stderr }: Surroundings): Presenter => {
  const line = (record: CodexRecord): void => stdout.write(`${cleanJson(JSON.stringify(record))}\n`);
  const told = codex();
  return {
    begin: ({ saved }) => {
      if (!saved) stderr.write(notSaved);
    },
    deltas: () => {},
    event: (event) => told(event).forEach(line),
    asking: () => {},
    stopping: () => {},
    room: (isFull, where) => stderr.write(`! ${roomText(isFull, where)}\n`),
    end: ({ error, waiting_for: waiting, session_id: id }) => {
      if (error) line({ type: "error", message: error.message });
      for (const call of waiting) {
        const answer = `kelson answer ${id} ${call.tool_use_id} yes|no`;
        line({ type: "error", message: `${call.tool_name} waits for an answer: ${answer}` });
      }
    },
  };
};
