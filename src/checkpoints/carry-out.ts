/** Carries a plan out: first what must go, from the bottom up, then what must come, from the top down, then modes. */
import { chmodSync } from "node:fs";
import type { FileChange, Kept, SavedEntry } from "../contract/checkpoint.ts";
import { breath } from "./breath.ts";
import { keptBy } from "./kept-by.ts";
import type { Objects } from "./objects.ts";
import { inPlace, openPlace, openToOwner, parted, type Place } from "./place.ts";
import {
  isShared,
  makeDirectory,
  putFile,
  putLink,
  removeDirectory,
  removeFile,
  setMode,
  type Spot,
  verify,
} from "./put.ts";
import { modeOfDirectory } from "./read-whole.ts";
import { openStaging } from "./staging.ts";

/** Gives what could not be done; the rest of `changed` is done. Rejects when what is to be written cannot be had. */
export const carryOut = async (
  root: string,
  stored: Objects,
  changed: readonly FileChange[],
): Promise<ReadonlyMap<string, Kept>> => {
  const kept = new Map<string, Kept>();
  const loosened = new Map<string, number>();
  const pause = breath();
  const staging = openStaging(root);

  const at = (path: string, work: (spot: Spot) => void): void => {
    if (kept.has(path)) return;
    const [directory, name] = parted(path);
    try {
      inPlace(root, directory, (place) => {
        whereItMay(place, directory, loosened, () => work({ staging, place, name }));
      });
    } catch (error) {
      kept.set(path, keptBy(path, error));
    }
  };

  try {
    for (const { path, from, to } of changed.toReversed()) {
      await pause();
      if (from?.kind === "directory" && to?.kind !== "directory") at(path, removeDirectory);
      else if (from !== undefined && (to === undefined || (to.kind === "directory" && from.kind !== "directory")))
        at(path, (spot) => removeFile(spot, from));
    }
    for (const change of changed) {
      await pause();
      const { path, from, to } = change;
      if (to?.kind === "directory" && from?.kind !== "directory") at(path, (spot) => makeDirectory(spot, to.mode));
      else if (to !== undefined && to.kind !== "directory") put(at, stored, change);
    }
    for (const { path, to } of changed.toReversed())
      if (to?.kind === "directory") {
        loosened.delete(path);
        at(path, (spot) => setMode(spot, to.mode));
      }
    tighten(root, loosened);
  } finally {
    staging.close();
  }
  return kept;
};

type At = (path: string, work: (spot: Spot) => void) => void;

/** What was a directory has gone by now. */
const put = (at: At, stored: Objects, { path, from, to }: FileChange): void => {
  const there = from?.kind === "directory" ? undefined : from;
  if (to?.kind === "link") at(path, (spot) => putLink(spot, to.target, there));
  if (to?.kind !== "file") return;
  at(path, (spot) => {
    if (isOtherModeOnly(there, to) && !isShared(spot)) {
      verify(spot, there);
      setMode(spot, to.mode);
    } else putFile(spot, { content: stored.read(to.digest), mode: to.mode }, there);
  });
};

const isOtherModeOnly = (from: SavedEntry | undefined, to: SavedEntry): boolean =>
  from?.kind === "file" && to.kind === "file" && from.digest === to.digest;

/** A directory that its owner closed to writing is opened for as long as it takes. */
const whereItMay = (place: Place, path: string, loosened: Map<string, number>, work: () => void): void => {
  try {
    work();
  } catch (error) {
    const { mode } = place.stat();
    const own = modeOfDirectory({ mode });
    if ((error as NodeJS.ErrnoException).code !== "EACCES" || own === openToOwner(own)) throw error;
    chmodSync(place.self, openToOwner(own));
    loosened.set(path, own);
    work();
  }
};

const tighten = (root: string, loosened: ReadonlyMap<string, number>): void => {
  for (const [path, mode] of loosened) {
    try {
      const place = openPlace(root, path);
      chmodSync(place.self, mode);
      place.close();
    } catch {
      // It has been removed.
    }
  }
};
