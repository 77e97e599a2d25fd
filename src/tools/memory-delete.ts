/** The tool `memory_delete`: removes a note that is wrong or not needed any more. */
import { z } from "zod";
import { noteScopes } from "../contract/memory.ts";
import { failure, fromZod, textOutcome, tool } from "../contract/tool.ts";
import { noNotes } from "./memory-text.ts";

const input = z.strictObject({
  name: z.string().min(1).describe("Of the note"),
  scope: z.enum(noteScopes).optional().describe("When both have a note of the name"),
});

export const memoryDelete = tool({
  name: "memory_delete",
  description: "Remove a note that is wrong or no longer needed.",
  input: fromZod(input),
  effects: ["remember"],
  parallel: true,
  targets: () => [],
  run: async ({ name, scope }, { host, signal }) => {
    signal.throwIfAborted();
    const { memory } = host;
    if (memory === undefined) return noNotes;
    const named = (await memory.list()).notes.filter((note) => note.name === name);
    if (scope === undefined && named.length > 1) {
      return failure(
        `there are notes ${JSON.stringify(name)} of user and of project: say the scope`,
        "invalid_arguments",
      );
    }
    const gone = await memory.delete(name, scope);
    if (gone.length > 0) return textOutcome(`The note ${JSON.stringify(name)} is gone.`);
    return failure(`there is no note ${JSON.stringify(name)}; memory_list shows all`, "invalid_arguments");
  },
});
