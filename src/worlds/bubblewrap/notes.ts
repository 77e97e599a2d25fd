/** Reads what the first process of a sandbox noted down about the end of its command. */
import { constants } from "node:os";
import type { Ending } from "../process.ts";

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** The endings of many commands, from the lines of one file; a line that came while another command ended is kept for its own. */
export const notes = (news: () => string): ((mark: string, ending: Ending) => Ending) => {
  const lines = new Map<string, readonly string[]>();
  return (mark, sandboxed) => {
    // When it ended by itself, nothing of it is left anywhere.
    const ending = sandboxed.code === null ? sandboxed : { ...sandboxed, orphans: [] };
    for (const line of news().split("\n")) {
      const [whose = "", ...words] = line.split(" ");
      if (whose !== "") lines.set(whose, words);
    }
    const words = lines.get(mark);
    lines.delete(mark);
    return words === undefined ? ending : noted(words, ending);
  };
};

/** Signal, leftovers, limit that was passed. */
const noted = ([signal = "0", left = "0"]: readonly string[], ending: Ending): Ending => ({
  ...ending,
  ...(signal !== "0" && { code: null, signal: signalNames.get(Number(signal)) ?? `signal ${signal}` }),
  leftovers: Number(left),
});
