/** Keeps places in the workspace as they are, where Landlock cannot: what a command changed in them is put back after it. */
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { GuardedPlaces } from "../guarded-places.ts";

/**
 * Something that was there. `text` is a file's content or a link's target, in hexadecimal digits; of what is neither, may not
 * be read or is longer than 1 MB, only the signature is known, and it is not put back. `mode` is its permission bits.
 */
interface Kept {
  readonly kind: "file" | "directory" | "link" | "other";
  readonly mode: number;
  readonly text: string;
  /** Changes whenever it is changed. */
  readonly signature: string;
  readonly modifiedNs: bigint;
}

type Picture = ReadonlyMap<string, Kept>;

/**
 * One step of putting back, for `putBack`: a word, a path in hexadecimal digits, a number, and a text in hexadecimal
 * digits. `file`, `link` and `directory` make it again, with its permission bits and what was in it; `aside` gives what is
 * there now another name, made from the text; `time` sets when it was changed, in seconds and nanoseconds with a dot between.
 */
export type Step = string;

/** How guarded places looked. */
export interface Guard {
  readonly picture: Picture;
  /** What is needed to make them look so again; nothing where nothing was changed. */
  readonly differences: () => readonly Step[];
}

/** Takes a picture of the places that must stay as they are, reading only what changed since `before`. */
export const guard = ({ frozen, absent }: GuardedPlaces, before?: Picture): Guard => {
  const picture = pictureOf(frozen, before);
  return {
    picture,
    differences: () => {
      const now = pictureOf(frozen, picture);
      const changed = [...picture].filter(([path, kept]) => !isSame(kept, now.get(path)));
      // Only the outermost: a directory that was put aside takes along what is in it.
      const added = [...now.keys(), ...absent.filter((path) => statOf(path) !== undefined)].filter(
        (path) => !picture.has(path),
      );
      const inTheWay = changed.filter(([path, kept]) => mustGo(kept, now.get(path))).map(([path]) => path);
      const aside = [...inTheWay, ...added];
      const outermost = aside.filter((path) => !aside.some((other) => path.startsWith(`${other}/`)));
      if (changed.length === 0 && outermost.length === 0) return [];
      return [
        ...outermost.map((path) => `aside ${hex(path)} 0 ${hex(asideName(path, frozen))}`),
        ...changed
          .filter(([, { kind }]) => kind !== "other")
          .map(([path, { kind, mode, text }]) => `${kind} ${hex(path)} ${String(mode)} ${text}`),
        ...[...picture].map(([path, { modifiedNs }]) => `time ${hex(path)} ${timeOf(modifiedNs)} `),
      ];
    },
  };
};

/** Beside the guarded place, not in it: what it was called there becomes part of its name. */
const asideName = (path: string, frozen: readonly string[]): string => {
  const place = frozen.find((each) => path.startsWith(`${each}/`));
  return place === undefined ? path : `${place}-${path.slice(place.length + 1).replaceAll("/", "-")}`;
};

const timeOf = (nanoseconds: bigint): string => `${String(nanoseconds / second)}.${String(nanoseconds % second)}`;
const second = 1_000_000_000n;

/** Whether something else is there now, which must make room. Of a directory only the mode differs, and its content is compared on its own. */
const mustGo = (kept: Kept, now: Kept | undefined): boolean =>
  now !== undefined && !(kept.kind === "directory" && now.kind === "directory");

const isSame = (kept: Kept, now: Kept | undefined): boolean =>
  now?.kind === kept.kind && now.mode === kept.mode && now.text === kept.text;

const pictureOf = (places: readonly string[], known: Picture = new Map()): Picture => {
  const picture = new Map<string, Kept>();
  const look = (path: string): void => {
    const stat = statOf(path);
    if (stat === undefined) return;
    const before = known.get(path);
    const signature = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs, stat.mode].join(" ");
    if (stat.isDirectory()) {
      picture.set(path, { kind: "directory", text: "", signature, ...modeAndTime(stat) });
      for (const name of namesIn(path)) look(join(path, name));
    } else picture.set(path, before?.signature === signature ? before : entry(path, stat, signature));
  };
  for (const place of places) look(place);
  return picture;
};

const entry = (path: string, stat: BigIntStats, signature: string): Kept => {
  const own = { signature, ...modeAndTime(stat) };
  try {
    if (stat.isSymbolicLink()) return { kind: "link", text: hex(readlinkSync(path)), ...own };
    if (stat.isFile() && stat.size <= maxBytes)
      return { kind: "file", text: readFileSync(path).toString("hex"), ...own };
  } catch {
    // It may not be read, or went away meanwhile.
  }
  return { kind: "other", text: signature, ...own };
};

const maxBytes = 1_000_000;

const modeAndTime = ({ mode, mtimeNs }: BigIntStats): Pick<Kept, "mode" | "modifiedNs"> => ({
  mode: Number(mode & 0o7777n),
  modifiedNs: mtimeNs,
});

const statOf = (path: string): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
};

const hex = (text: string): string => Buffer.from(text).toString("hex");
