/** A directory of the workspace that is held open, so that no link can take its place while something is done in it. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { mayBeOther, nameOf, systemPath } from "./name.ts";

/** All of it blocks for a moment, and throws the system's errors. */
export interface Place {
  /** What the system calls an entry of this very directory. Whoever uses it must not follow a link there. */
  readonly entry: (name: string) => string | Buffer;
  /** What the system calls the directory itself, whatever its own mode allows. */
  readonly self: string;
  readonly stat: () => Stats;
  /** What is at a name, links not followed; undefined when nothing is. */
  readonly statAt: (name: string) => Stats | undefined;
  readonly names: () => string[];
  /** What a link there says. */
  readonly target: (name: string) => string;
  readonly close: () => void;
}

/** As Linux has it on every machine that Node runs on; Node does not name it. What is opened so cannot be read, only named. */
const O_PATH = 0o10000000;
const asPlace = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Opens a directory below the root, component by component and none through a link. `root` is real and absolute. */
export const openPlace = (root: string, path: string): Place => {
  let held = openSync(root, asPlace);
  for (const name of path === "" ? [] : path.split("/")) {
    const parent = held;
    try {
      held = openSync(systemPath(`${pathOf(parent)}/${name}`), asPlace);
    } finally {
      closeSync(parent);
    }
  }
  return placeOf(held);
};

/** Uses a directory and lets go of it. */
export const inPlace = <T>(root: string, path: string, use: (place: Place) => T): T => {
  const place = openPlace(root, path);
  try {
    return use(place);
  } finally {
    place.close();
  }
};

/** Uses the path of what is at a name, whatever its own mode allows; never what a link there leads to. */
export const withPath = <T>(place: Place, name: string, use: (path: string) => T): T => {
  const held = openSync(place.entry(name), O_PATH | constants.O_NOFOLLOW);
  try {
    return use(pathOf(held));
  } finally {
    closeSync(held);
  }
};

/** The directory a path lies in, and its last name. */
export const parted = (path: string): [directory: string, name: string] => {
  const cut = path.lastIndexOf("/");
  return [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
};

/** The directories that a path lies in, the nearest first, the root last. */
export const placesAbove = function* (path: string): Generator<string> {
  for (let place = path; place !== "";) {
    place = parted(place)[0];
    yield place;
  }
};

export const joined = (directory: string, name: string): string => (directory === "" ? name : `${directory}/${name}`);

/** Whether a path is a place or lies below it; everything lies below "". */
export const isWithin = (path: string, place: string): boolean =>
  place === "" || path === place || path.startsWith(`${place}/`);

/** The mode of a directory while things are put into it. */
export const openToOwner = (mode: number): number => mode | 0o700;

const pathOf = (held: number): string => `/proc/self/fd/${String(held)}`;

const placeOf = (held: number): Place => {
  const entry = (name: string): string | Buffer => systemPath(`${pathOf(held)}/${name}`);
  return {
    entry,
    self: pathOf(held),
    stat: () => fstatSync(held),
    statAt: (name) => lstatSync(entry(name), { throwIfNoEntry: false }),
    names: () => {
      const names = readdirSync(pathOf(held));
      return names.some(mayBeOther) ? readdirSync(pathOf(held), { encoding: "buffer" }).map(nameOf) : names;
    },
    target: (name) => nameOf(readlinkSync(entry(name), { encoding: "buffer" })),
    close: () => closeSync(held),
  };
};
