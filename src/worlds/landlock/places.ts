/** The rules of a command: read everything but secrets, write the workspace and a temporary directory, use harmless devices. */
import { type Grant, grantsBut, listEntries } from "./grants.ts";
import type { Rights } from "./rights.ts";

/** What a command may touch. All paths are real. */
export interface Places {
  /** What it may write: directories that exist. */
  readonly writable: readonly string[];
  /** What it may not read, and not write either where it lies below something writable. */
  readonly hidden: readonly string[];
}

/** Names are listed everywhere: they can be asked for one by one anyway, and a directory's list cannot be given without those below. */
export const rulesFor = ({ writable, hidden }: Places, rights: Rights): Grant[] => {
  const given = { onFiles: rights.onFiles, list: listEntries };
  return [
    { path: "/", rights: rights.list },
    ...grantsBut({ ...given, place: "/", rights: rights.read, except: [...hidden, "/dev"] }),
    ...devices.map((path) => ({ path, rights: rights.device })),
    ...writable.flatMap((place) => grantsBut({ ...given, place, rights: rights.write, except: hidden })),
  ];
};

/** Not a disk, not memory: to root those would be all files. */
const devices = ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts"].map((name) => `/dev/${name}`);
