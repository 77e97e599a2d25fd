/** Reads the notes of a directory. What is none hinders nothing, and is told. */
import { constants, type Dirent, type Stats } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Note, Notes, NoteScope } from "../contract/memory.ts";
import { type ReadNote, readNote } from "./note-file.ts";

/** The index, which is made from the notes. */
export const indexName = "MEMORY.md";

const maxBytes = 65_536;
const maxFiles = 1_000;

/** What files were found to be, as long as they stay as they are: reading front matter takes most of a millisecond. */
export type KnownNotes = Map<string, { readonly mark: string; readonly read: ReadNote }>;

/** A directory of notes. */
export interface Place {
  readonly directory: string;
  readonly scope: NoteScope;
  readonly known: KnownNotes;
}

/** Newest first, then by name. A directory that is not there has none. */
export const readNotes = async (place: Place): Promise<Notes> => {
  const { directory } = place;
  const files = await filesIn(directory);
  if (files === undefined) return { begun: false, notes: [], faults: [] };
  if ("why" in files) return { begun: true, notes: [], faults: [{ file: directory, why: files.why }] };
  const notes: Note[] = [];
  const faults: { file: string; why: string }[] = [];
  for (const entry of files.slice(0, maxFiles)) {
    const file = join(directory, entry.name);
    const read = await readFileNote(file, entry, place);
    const twin = "note" in read ? notes.find(({ name }) => name === read.note.name) : undefined;
    if ("why" in read) faults.push({ file, why: read.why });
    else if (twin !== undefined) faults.push({ file, why: `${twin.file} has the same name` });
    else notes.push({ ...read.note, file });
  }
  const left = files.length - maxFiles;
  if (left > 0)
    faults.push({ file: directory, why: `it holds more than ${maxFiles} files, and ${left} were not read` });
  return { begun: true, notes: notes.sort(newestFirst), faults };
};

/** The day on which somebody last stood by a note. */
export const standsSince = ({ created, verified }: Pick<Note, "created" | "verified">): string => verified ?? created;

const newestFirst = (one: Note, other: Note): number =>
  compare(standsSince(other), standsSince(one)) || compare(one.name, other.name);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Undefined where there is no directory. Hidden files are those of editors and of writes that were cut off. */
const filesIn = async (directory: string): Promise<readonly Dirent[] | { readonly why: string } | undefined> => {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const shown = entries.filter(({ name }) => !name.startsWith(".") && name !== indexName);
    return shown.sort((one, other) => compare(one.name, other.name));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? undefined : { why: `it cannot be read: ${code ?? message}` };
  }
};

const readFileNote = async (file: string, entry: Dirent, { scope, known }: Place): Promise<ReadNote> => {
  if (entry.isSymbolicLink()) return { why: "it is a link, and links are not followed" };
  if (!entry.isFile()) return { why: "it is no file" };
  if (!entry.name.endsWith(".md")) return { why: "its name does not end in .md" };
  try {
    const before = known.get(file);
    if (before !== undefined && before.mark === markOf(await lstat(file))) return before.read;
    return await readAnew(file, scope, known);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { why: `it cannot be read: ${code ?? message}` };
  }
};

const markOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** Looked at only once it is open, so that what is put in its place meanwhile is neither followed nor waited for. */
const readAnew = async (file: string, scope: NoteScope, known: KnownNotes): Promise<ReadNote> => {
  const opened = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await opened.stat();
    if (!found.isFile()) return { why: "it is no file" };
    if (found.size > maxBytes) return { why: `it has ${found.size} bytes, more than a note may have (${maxBytes})` };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await opened.readFile());
    if (text.includes("\0")) return { why: "it is no text" };
    const read = await readNote(text, scope, found.mtime.toISOString().slice(0, "2026-01-31".length));
    known.set(file, { mark: markOf(found), read });
    return read;
  } catch (error) {
    if (error instanceof TypeError) return { why: "it is no text in UTF-8" };
    throw error;
  } finally {
    await opened.close();
  }
};
