/** Notes as files in two directories: the user's own, and those of a project. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import {
  type MemoryKeeper,
  type Note,
  type NoteDraft,
  type Notes,
  noteScopes,
  type NoteScope,
} from "../contract/memory.ts";
import { ranked, wordsOf } from "../contract/words.ts";
import { rebuildIndex } from "./index-file.ts";
import { draftFault, noteText } from "./note-file.ts";
import { indexName, type KnownNotes, type Place, readNotes } from "./read-notes.ts";
import { writeWhole } from "./write-whole.ts";

/** `now` gives milliseconds since 1970. */
export interface MemoryOptions {
  readonly directories: Readonly<Record<NoteScope, string>>;
  readonly now: () => number;
}

export const memoryKeeper = ({ directories, now }: MemoryOptions): MemoryKeeper => {
  const known: KnownNotes = new Map();
  const placeOf = (scope: NoteScope): Place => ({ directory: directories[scope], scope, known });
  const list = async (): Promise<Notes> => {
    const read = await Promise.all(noteScopes.map((scope) => readNotes(placeOf(scope))));
    return {
      begun: read.some(({ begun }) => begun),
      notes: read.flatMap(({ notes }) => notes),
      faults: read.flatMap(({ faults }) => faults),
    };
  };
  return {
    directories,
    list,
    save: async (draft) => {
      const fault = draftFault(draft);
      if (fault !== undefined) throw new KelsonError("bad_input", fault);
      const place = placeOf(draft.scope);
      const there = await readNotes(place);
      const name = draft.name.trim();
      const before = there.notes.find((note) => note.name === name);
      const today = new Date(now()).toISOString().slice(0, "2026-01-31".length);
      const file = before?.file ?? freeFile(place.directory, name, there);
      const days = before === undefined ? { created: today } : { created: before.created, verified: today };
      const note: Note = { ...trimmed(draft), ...days, file };
      await writeWhole(file, await noteText(note));
      await rebuildIndex(place);
      return { note, updated: before !== undefined };
    },
    delete: async (name, scope) => {
      const gone = (await list()).notes.filter(
        (note) => note.name === name.trim() && (scope ?? note.scope) === note.scope,
      );
      for (const note of gone) {
        await remove(note.file);
        await rebuildIndex(placeOf(note.scope));
      }
      return gone;
    },
    search: async (words, limit) => {
      const { notes } = await list();
      return ranked(
        notes.map((note) => ({ item: note, words: weighed(note) })),
        words,
      ).slice(0, limit);
    },
  };
};

const trimmed = ({ name, description, type, scope, text }: NoteDraft): NoteDraft => ({
  name: name.trim(),
  description: description.trim(),
  type,
  scope,
  text: text.trim(),
});

/** A word in the name says most, one in the description more than one in the text. */
const weighed = ({ name, description, text }: Note): string[] => [
  ...Array<string[]>(4).fill(wordsOf(name)).flat(),
  ...Array<string[]>(2).fill(wordsOf(description)).flat(),
  ...wordsOf(text),
];

/**
 * Named after the note, so that two processes that save the same note at once write the same file. A name that cannot be a
 * file's as it is has its digest behind it, so that no two share one. KelsonError `bad_input` when something else stands there.
 */
const freeFile = (directory: string, name: string, { notes, faults }: Notes): string => {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, fileChars)
    .replaceAll(/^-|-$/gu, "");
  const digest = createHash("sha256").update(name).digest("hex").slice(0, digestChars);
  const isIndex = `${plain}.md` === indexName.toLowerCase();
  const taken = (file: string): boolean => [...notes, ...faults].some((other) => other.file === file);
  const digested = join(directory, `${plain === "" ? "note" : plain}-${digest}.md`);
  const own = plain === name && !isIndex ? join(directory, `${plain}.md`) : digested;
  const file = taken(own) ? digested : own;
  if (!taken(file)) return file;
  throw new KelsonError(
    "bad_input",
    `the note ${JSON.stringify(name)} cannot be kept: something else stands in ${file}`,
  );
};

const fileChars = 60;
const digestChars = 8;

const remove = (file: string): Promise<void> =>
  rm(file, { force: true }).catch((cause: unknown) => {
    throw new KelsonError("not_writable", `${file} cannot be removed: ${sentenceOf(cause)}`, { cause });
  });
