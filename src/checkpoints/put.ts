/** Makes one path what it is to be, whole or not at all, and only while what is there is what was saved. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { SavedEntry } from "../contract/checkpoint.ts";
import { bytesOf } from "./name.ts";
import { temporaryName } from "./own-names.ts";
import { openToOwner, type Place, withPath } from "./place.ts";
import { modeOfDirectory, modeOfFile, readWhole } from "./read-whole.ts";
import type { Staging } from "./staging.ts";
import { digestOf } from "./tree.ts";

/** Where something is put. */
export interface Spot {
  /** For what is not whole yet; on the same file system. */
  readonly staging: Pick<Staging, "place">;
  readonly place: Place;
  readonly name: string;
}

/** Thrown when something else is there than was saved. */
export const changedMeanwhile = Symbol("changed meanwhile");

export const removeFile = ({ place, name }: Spot, saved: SavedEntry): void => {
  verify({ place, name }, saved);
  unlinkSync(place.entry(name));
};

export const removeDirectory = ({ place, name }: Spot): void => {
  rmdirSync(place.entry(name));
};

/** One that is there is fine. It is open to its owner until all is in it. */
export const makeDirectory = (spot: Spot, mode: number): void => {
  const { place, name } = spot;
  if (place.statAt(name)?.isDirectory() === true) return;
  mkdirSync(place.entry(name), { mode: 0o700 });
  setMode(spot, openToOwner(mode));
};

export const setMode = ({ place, name }: Spot, mode: number): void => {
  withPath(place, name, (path) => chmodSync(path, mode));
};

/** A file that other names lead to, perhaps from outside, is not changed: it gets a file of its own. */
export const isShared = ({ place, name }: Spot): boolean => (place.statAt(name)?.nlink ?? 0) > 1;

export const putLink = (spot: Spot, target: string, saved: SavedEntry | undefined): void => {
  put(spot, saved, (temporary) => symlinkSync(bytesOf(target), temporary));
};

export const putFile = (
  spot: Spot,
  file: { readonly content: Uint8Array; readonly mode: number },
  saved: SavedEntry | undefined,
): void => {
  put(spot, saved, (temporary) => fill(temporary, file, ownerFor(spot)));
};

/** `make` makes it under another name. Nothing can take the place of what is not there; what is there is looked at last. */
const put = (
  { staging, place, name }: Spot,
  saved: SavedEntry | undefined,
  make: (temporary: string | Buffer) => void,
): void => {
  const temporary = staging.place.entry(temporaryName());
  try {
    make(temporary);
    verify({ place, name }, saved);
    if (saved === undefined) moveToNothing(temporary, place.entry(name));
    else renameSync(temporary, place.entry(name));
  } catch (error) {
    forget(temporary);
    throw error;
  }
};

/** Throws EEXIST when something is there by now. Some file systems have no second names; there it was looked just now. */
const moveToNothing = (temporary: string | Buffer, entry: string | Buffer): void => {
  try {
    linkSync(temporary, entry);
    unlinkSync(temporary);
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    renameSync(temporary, entry);
  }
};

const forget = (temporary: string | Buffer): void => {
  try {
    unlinkSync(temporary);
  } catch {
    // It was not made, or it is where it should be.
  }
};

const fill = (
  temporary: string | Buffer,
  { content, mode }: { readonly content: Uint8Array; readonly mode: number },
  owner: Pick<Stats, "uid" | "gid"> | undefined,
): void => {
  const opened = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    for (let at = 0; at < content.length;) at += writeSync(opened, content, at);
    if (owner !== undefined) giveTo(opened, owner);
    fchmodSync(opened, mode);
    fdatasyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

const setgid = 0o2000;

/** That of the file that is replaced, or what the directory would have given. */
const ownerFor = ({ place, name }: Spot): Pick<Stats, "uid" | "gid"> | undefined => {
  const there = place.statAt(name);
  if (there !== undefined) return there;
  const directory = place.stat();
  return (directory.mode & setgid) === 0 ? undefined : { uid: process.getuid?.() ?? 0, gid: directory.gid };
};

/** Only root can give files away; others keep the content. */
const giveTo = (opened: number, { uid, gid }: Pick<Stats, "uid" | "gid">): void => {
  try {
    fchownSync(opened, uid, gid);
  } catch {
    // It stays ours.
  }
};

/** Throws unless what is there is what was saved. */
export const verify = ({ place, name }: Pick<Spot, "place" | "name">, saved: SavedEntry | undefined): void => {
  if (!isThere(place, name, saved)) throw changedMeanwhile;
};

const isThere = (place: Place, name: string, saved: SavedEntry | undefined): boolean => {
  const stats = place.statAt(name);
  if (stats === undefined || saved === undefined) return stats === saved;
  switch (saved.kind) {
    case "directory":
      return stats.isDirectory() && modeOfDirectory(stats) === saved.mode;
    case "link":
      return stats.isSymbolicLink() && place.target(name) === saved.target;
    case "file":
      if (!stats.isFile() || stats.size !== saved.bytes || modeOfFile(stats) !== saved.mode) return false;
      return digestOf(readWhole(place, name, saved.bytes)?.content ?? "") === saved.digest;
    case "left-out":
      return false;
  }
};
