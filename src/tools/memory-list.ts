/** The tool `memory_list`: every note in a line, and the files among them that are none. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";
import { counted } from "./counted.ts";
import { noNotes } from "./memory-text.ts";

const maxLines = 500;

export const memoryList = tool({
  name: "memory_list",
  description: "List all notes of earlier sessions, and files among them that cannot be read.",
  input: fromZod(z.strictObject({})),
  effects: ["read"],
  parallel: true,
  targets: () => [],
  run: async (_, { host, signal }) => {
    signal.throwIfAborted();
    if (host.memory === undefined) return noNotes;
    const { notes, faults } = await host.memory.list();
    const lines = [
      ...notes.map(
        ({ name, scope, type, created, verified, description }) =>
          `- ${name} (${scope}, ${type}, ${verified === undefined ? `created ${created}` : `verified ${verified}`}): ${description}`,
      ),
      ...faults.map(({ file, why }) => `! ${file} is no note: ${why}`),
    ];
    if (lines.length === 0) return textOutcome("[There is no note yet.]");
    const left = lines.length - maxLines;
    const shown = lines.slice(0, maxLines);
    return textOutcome([...shown, ...(left > 0 ? [`[${counted(left, "more line")} left out.]`] : [])].join("\n"));
  },
});
