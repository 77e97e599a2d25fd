/** The tool `memory_search`: the notes that answer some words, with their texts. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";
import { noNotes, noteAsText } from "./memory-text.ts";

const input = z.strictObject({
  query: z.string().min(1).describe("Words of the name, the description or the text"),
  limit: z.int().min(1).max(20).default(5).describe("How many"),
});

export const memorySearch = tool({
  name: "memory_search",
  description: "Find notes of earlier sessions and read them whole, best first.",
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  targets: () => [],
  run: async ({ query, limit }, { host, signal }) => {
    signal.throwIfAborted();
    if (host.memory === undefined) return noNotes;
    const notes = await host.memory.search(query, limit);
    if (notes.length === 0) return textOutcome("[No note has any of these words.]");
    return textOutcome(notes.map(noteAsText).join("\n\n"));
  },
});
