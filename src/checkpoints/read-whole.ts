/** Reads a file as it was at one moment, as far as that can be known. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { isAsSeen, numbersOf, type Signature, signatureOf } from "./signature.ts";
import type { Place } from "./place.ts";

export interface ReadFile {
  readonly content: Buffer;
  readonly mode: number;
  readonly signature: Signature | undefined;
}

/** A file that is written all the time is not waited for. */
const attempts = 3;

/**
 * Undefined when it was changed each time, or is no file of at most `mostBytes` any more. Throws the system's error. No link
 * is followed, and a pipe is not waited for.
 */
export const readWhole = (place: Place, name: string, mostBytes: number): ReadFile | undefined => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const read = once(place, name, mostBytes);
    if (read !== undefined) return read;
  }
  return undefined;
};

const once = (place: Place, name: string, mostBytes: number): ReadFile | undefined => {
  const opened = openSync(place.entry(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const since = Date.now();
    const before = fstatSync(opened);
    if (!before.isFile() || before.size > mostBytes) return undefined;
    const content = bytesIn(opened, before);
    const signature = signatureOf(before, since);
    // While its time tells nothing, a change in the middle of reading shows in the bytes alone.
    const isSame = signature !== undefined || bytesIn(opened, before).equals(content);
    const isQuiet = content.length === before.size && isAsSeen(numbersOf(before), numbersOf(fstatSync(opened)));
    return isSame && isQuiet ? { content, mode: modeOfFile(before), signature } : undefined;
  } finally {
    closeSync(opened);
  }
};

/** One byte more than there should be is asked for, so that growth shows. */
const bytesIn = (opened: number, { size }: Stats): Buffer => {
  const buffer = Buffer.allocUnsafe(size + 1);
  let at = 0;
  for (;;) {
    const read = readSync(opened, buffer, at, buffer.length - at, at);
    at += read;
    if (read === 0 || at === buffer.length) return buffer.subarray(0, at);
  }
};

/** A file runs as its owner by two of its bits, which are not kept: whoever puts it back may be another. */
export const modeOfFile = ({ mode }: { readonly mode: number }): number => mode & 0o1777;

export const modeOfDirectory = ({ mode }: { readonly mode: number }): number => mode & 0o7777;
