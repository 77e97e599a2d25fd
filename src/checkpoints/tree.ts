/** Listings of directories as they rest: one text for one content, so that its digest names it on every machine. */
import { hash } from "node:crypto";
import type { SavedEntry } from "../contract/checkpoint.ts";

/** Entries by name. */
export type Tree = ReadonlyMap<string, SavedEntry>;

export type Row = readonly [name: string, kind: SavedEntry["kind"], ...rest: (string | number)[]];

export const digestOf = (bytes: string | Uint8Array): string => hash("sha256", bytes, "hex");

/** JSON of rows, in the order of their names by UTF-16 units. A lone surrogate of a name stands escaped. */
export const treeText = (tree: Tree): string =>
  JSON.stringify([...tree].toSorted(([one], [other]) => inOrder(one, other)).map(rowOf));

/** Throws when the text is none of ours. */
export const treeOf = (text: string): Tree =>
  new Map((JSON.parse(text) as Row[]).map((row) => [row[0], entryOf(row)] as const));

/** Whatever the language of the machine. */
export const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Whether two entries say the same. */
export const isSame = (one: SavedEntry | undefined, other: SavedEntry | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameRow(rowOf(["", one]), rowOf(["", other])));

const isSameRow = (one: Row, other: Row): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

export const rowOf = ([name, entry]: readonly [string, SavedEntry]): Row => {
  switch (entry.kind) {
    case "file":
      return [name, "file", entry.mode, entry.digest, entry.bytes];
    case "link":
      return [name, "link", entry.target];
    case "directory":
      return [name, "directory", entry.mode, entry.digest];
    case "left-out":
      return [name, "left-out", entry.why];
  }
};

export const entryOf = ([, kind, ...rest]: Row): SavedEntry => {
  switch (kind) {
    case "file":
      return { kind, mode: rest[0] as number, digest: rest[1] as string, bytes: rest[2] as number };
    case "link":
      return { kind, target: rest[0] as string };
    case "directory":
      return { kind, mode: rest[0] as number, digest: rest[1] as string };
    case "left-out":
      return { kind, why: rest[0] as Extract<SavedEntry, { kind: "left-out" }>["why"] };
  }
};
