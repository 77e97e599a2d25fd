/** The tool `memory_save`: keeps a note for later sessions. */
import { z } from "zod";
import { noteLimits, noteScopes, noteTypes } from "../contract/memory.ts";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";
import { noNotes } from "./memory-text.ts";

const input = z.strictObject({
  name: z.string().min(1).max(noteLimits.name).describe("A few words; the same name replaces a note"),
  description: z.string().min(1).max(noteLimits.description).describe("One line that says when it matters"),
  type: z.enum(noteTypes).describe("What it is about"),
  scope: z.enum(noteScopes).default("project").describe("user: counts in every project"),
  text: z.string().min(1).max(noteLimits.text).describe("The note"),
});

export const memorySave = tool({
  name: "memory_save",
  description:
    "Keep a note for later sessions, or update one. Only what lasts and cannot be seen in the files; never a secret.",
  input: fromZod(input),
  effects: ["remember"],
  parallel: true,
  targets: () => [],
  preview: ({ name, description, type, scope, text }) =>
    Promise.resolve(`${scope} note (${type}) ${name}: ${description}\n${text}`),
  run: async (draft, { host, signal }) => {
    signal.throwIfAborted();
    if (host.memory === undefined) return noNotes;
    const { note, updated } = await host.memory.save(draft);
    return textOutcome(`The note ${JSON.stringify(note.name)} is ${updated ? "updated" : "kept"} (${note.scope}).`);
  },
});
