/** The index of a directory's notes, `MEMORY.md`: for people, made from the files, and never read back. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Note } from "../contract/memory.ts";
import { indexName, type Place, readNotes } from "./read-notes.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Makes it anew until it says what the files say. Two processes that write notes at once each look again after they have
 * written it, so whoever writes it last has seen the notes of both.
 */
export const rebuildIndex = async (place: Place): Promise<void> => {
  const file = join(place.directory, indexName);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const text = indexText((await readNotes(place)).notes);
    const there = await readFile(file, "utf8").catch(() => undefined);
    if (there === text) return;
    await writeWhole(file, text);
  }
};

/** Each try is lost only to a note that was written meanwhile. */
const mostTries = 100;

const indexText = (notes: readonly Note[]): string =>
  [
    "# Notes",
    "",
    ...notes.map(({ name, file, description }) => `- [${name}](${encodeURI(basename(file))}) — ${description}`),
    "",
  ].join("\n");
