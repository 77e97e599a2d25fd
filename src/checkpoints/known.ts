/** What was last seen of a workspace, so that only what changed is read. It can be lost: it is rebuilt by reading. */
import type { LeftOut, SavedEntry } from "../contract/checkpoint.ts";
import type { Database } from "./database.ts";
import { bytesOf, nameOf } from "./name.ts";
import type { Signature } from "./signature.ts";
import { entryOf, type Row, rowOf } from "./tree.ts";

export interface SeenEntry {
  /** Undefined when it must be looked at again. */
  readonly signature: Signature | undefined;
  readonly entry: SavedEntry;
}

export interface SeenDirectory {
  /** As long as it is the same, the directory has the same names in it. */
  readonly signature: Signature | undefined;
  /** The key of the rules by which entries were passed over. */
  readonly rules: string;
  /** Whether it is the top of a repository. */
  readonly isRepository: boolean;
  /** By name, in order; what git ignores is not among them. */
  readonly entries: ReadonlyMap<string, SeenEntry>;
  /** Once this process made a snapshot of it. */
  readonly made?: Made | undefined;
}

/** What a snapshot has of a directory. */
export interface Made {
  /** Of its listing. */
  readonly digest: string;
  /** Of all below it. Nothing when not all of it had room. */
  readonly sum?: Sum | undefined;
}

export interface Sum {
  /** The key of the rules that came from above. */
  readonly above: string;
  readonly files: number;
  readonly bytes: number;
  readonly entries: number;
  readonly leftOut: readonly LeftOut[];
}

/** Directories by their path. */
export type Seen = Map<string, SeenDirectory>;

export interface Known {
  /** What is known, and the generation of objects that it counts on. */
  readonly load: () => { readonly generation: number; readonly seen: Seen };
  readonly generation: () => number;
  /** Within a transaction. */
  readonly keep: (path: string, seen: SeenDirectory) => void;
  readonly forget: (path: string) => void;
}

type SeenText = readonly [
  signature: Signature | null,
  rules: string,
  isRepository: boolean,
  entries: readonly (readonly [Signature | null, Row])[],
];

export const known = ({ sql, read }: Database, root: string): Known => {
  const value = sql.prepare("SELECT value FROM generation");
  const all = sql.prepare("SELECT path, seen FROM directories WHERE root = ?");
  const keep = sql.prepare("INSERT OR REPLACE INTO directories VALUES (?, ?, ?)");
  const forget = sql.prepare("DELETE FROM directories WHERE root = ? AND path = ?");
  const generation = (): number => read(() => (value.get() as { value: number }).value);
  return {
    generation,
    load: () => ({
      generation: generation(),
      seen: new Map(
        read(() => all.all(root) as unknown as { path: Uint8Array; seen: string }[]).map((row) => [
          nameOf(row.path),
          seenOf(row.seen),
        ]),
      ),
    }),
    keep: (path, seen) => void keep.run(root, bytesOf(path), textOf(seen)),
    forget: (path) => void forget.run(root, bytesOf(path)),
  };
};

const textOf = ({ signature, rules, isRepository, entries }: SeenDirectory): string =>
  JSON.stringify([
    signature ?? null,
    rules,
    isRepository,
    [...entries].map(([name, seen]) => [seen.signature ?? null, rowOf([name, seen.entry])]),
  ] satisfies SeenText);

const seenOf = (text: string): SeenDirectory => {
  const [signature, rules, isRepository, entries] = JSON.parse(text) as SeenText;
  return {
    signature: signature ?? undefined,
    rules,
    isRepository,
    entries: new Map(
      entries.map(([signature, row]) => [row[0], { signature: signature ?? undefined, entry: entryOf(row) }]),
    ),
  };
};

/** The digests that what is known counts on. */
export const digestsIn = (text: string): string[] =>
  [...seenOf(text).entries.values()].flatMap(({ entry }) => ("digest" in entry ? [entry.digest] : []));
