/**
 * What was sent before, in one file for all directories and sessions, as a shell keeps it: one JSON text a line. Programs
 * that run at once only append, each line in one write. When the file is full it becomes the older one of two.
 */
import { readFileSync } from "node:fs";
import { appendFile, mkdir, rename, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

export interface History {
  /** The oldest first. */
  readonly entries: () => readonly string[];
  /** Remembers at once, and writes it down by and by; never fails. */
  readonly add: (text: string) => void;
  /** Resolves when all is written down. */
  readonly saved: () => Promise<void>;
}

export interface HistoryParts {
  /** Undefined: nothing is written down. */
  readonly file: string | undefined;
  readonly redact: (text: string) => string;
  /** Is told once, in a sentence, when the file cannot be written. */
  readonly failed: (sentence: string) => void;
}

/** Of one of the two files. */
const maxBytes = 1_000_000;
/** A longer text is remembered only as long as the program runs. */
const maxWritten = 32_000;

export const history = ({ file, redact, failed }: HistoryParts): History => {
  const entries = file === undefined ? [] : [...read(olderOf(file)), ...read(file)];
  let writing = Promise.resolve();
  let fails = false;
  return {
    entries: () => entries,
    add: (text) => {
      const kept = text.length > maxWritten ? text.trim() : redact(text.trim());
      if (kept === "" || entries.at(-1) === kept) return;
      entries.push(kept);
      if (file === undefined || text.length > maxWritten) return;
      writing = writing
        .then(() => write(file, kept))
        .catch((error: NodeJS.ErrnoException) => {
          if (!fails) failed(`What you send is not remembered: ${file} could not be written (${error.code}).`);
          fails = true;
        });
    },
    saved: () => writing,
  };
};

const olderOf = (file: string): string => `${file}.1`;

const read = (file: string): string[] => {
  try {
    return readFileSync(file, "utf8").split("\n").flatMap(entryOf);
  } catch {
    return [];
  }
};

/** A line that was cut off, or that another program wrote, is passed over. */
const entryOf = (line: string): string[] => {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "string" ? [entry] : [];
  } catch {
    return [];
  }
};

const write = async (file: string, entry: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  if (await isFull(file)) await retire(file);
};

const isFull = async (file: string): Promise<boolean> => (await stat(file).catch(() => ({ size: 0 }))).size > maxBytes;

/** The full file takes the older one's place. Only one program at a time may do it: a second would put away a new file. */
const retire = async (file: string): Promise<void> => {
  const lock = `${file}.lock`;
  try {
    await mkdir(lock);
  } catch {
    // Another does it, or was killed doing it: then whoever comes a minute later may.
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Number.NaN }));
    if (Date.now() - mtimeMs > 60_000) await rmdir(lock).catch(() => {});
    return;
  }
  try {
    if (await isFull(file)) await rename(file, olderOf(file));
  } finally {
    await rmdir(lock).catch(() => {});
  }
};
