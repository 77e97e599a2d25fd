/** A directory in the root of the workspace where files become whole before they are moved to their place. */
import { mkdirSync, rmSync } from "node:fs";
import { isAbandoned, isTemporary, temporaryName } from "./own-names.ts";
import { inPlace, openPlace, type Place } from "./place.ts";

export interface Staging {
  readonly place: Place;
  /** Removes it. */
  readonly close: () => void;
}

/** Made when it is first asked for. Those whose makers have ended are cleared away. */
export const openStaging = (root: string): Staging => {
  inPlace(root, "", (place) => {
    for (const name of place.names().filter(isTemporary)) if (isAbandoned(name)) remove(place, name);
  });
  const name = temporaryName();
  let made: Place | undefined;
  return {
    get place() {
      return (made ??= make(root, name));
    },
    close: () => {
      if (made === undefined) return;
      made.close();
      inPlace(root, "", (place) => remove(place, name));
    },
  };
};

const make = (root: string, name: string): Place => {
  inPlace(root, "", (place) => mkdirSync(place.entry(name), { mode: 0o700 }));
  return openPlace(root, name);
};

const remove = (place: Place, name: string): void => {
  try {
    rmSync(place.entry(name), { recursive: true, force: true });
  } catch {
    // It is another's; it is passed over, and cleared away another time.
  }
};
