/** Reads a regular file, and nothing else that a path may lead to. */
import { constants, lstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type HeldDirectory, inTheWay } from "./held-directory.ts";

/** A pipe that has since taken the file's place is opened without waiting for its other end, a link not at all. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | constants.O_NOCTTY;

/**
 * The content of an entry. Rejects for what is no regular file, and for more than `maxBytes`; pipes and devices are never
 * waited for.
 */
export const readFile = async (held: HeldDirectory, name: string, maxBytes: number): Promise<Uint8Array> => {
  const entry = held.entry(name);
  // Looked at first, because to open a device may already do something.
  requireFile(lstatSync(entry));
  const handle = await open(entry, readFlags);
  try {
    const found = await handle.stat();
    requireFile(found);
    await held.still(name, found);
    if (found.size > maxBytes) throw tooLong(found.size, maxBytes);
    return found.size > 0 ? atMost(await handle.readFile(), maxBytes) : await madeUp(handle, maxBytes);
  } finally {
    await handle.close();
  }
};

/** Throws unless it is a regular file. */
export const requireFile = (found: Stats): void => {
  if (found.isDirectory()) throw new Error("it is a directory");
  if (found.isSymbolicLink()) throw inTheWay();
  if (!found.isFile()) throw new Error("it is not a regular file");
};

/** It may have grown since it was looked at. */
const atMost = (bytes: Uint8Array, maxBytes: number): Uint8Array => {
  if (bytes.length > maxBytes) throw tooLong(bytes.length, maxBytes);
  return bytes;
};

/** What the kernel makes up while it is read says that it has no bytes, and may have no end. */
const madeUp = async (handle: FileHandle, maxBytes: number): Promise<Uint8Array> => {
  const limit = Math.min(maxBytes, maxMadeUpBytes);
  const pieces: Buffer[] = [];
  for (let length = 0; length <= limit;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, null);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  throw new Error(`it has more than ${String(limit)} bytes`);
};

const pieceBytes = 64 * 1024;
const maxMadeUpBytes = 64 * 1024 * 1024;

const tooLong = (bytes: number, maxBytes: number): Error =>
  new Error(`it has ${String(bytes)} bytes, more than ${String(maxBytes)}`);
