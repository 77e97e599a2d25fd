/** Contents by their digest: packed when that is smaller, checked when they are read. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { KelsonError } from "../contract/error.ts";
import type { Database } from "./database.ts";
import { digestOf, type Tree, treeOf, treeText } from "./tree.ts";

/** What waits to be written. */
export interface NewObject {
  readonly digest: string;
  /** As it was, before it was packed. */
  readonly bytes: number;
  readonly content: Uint8Array;
}

export interface Objects {
  readonly has: (digest: string) => boolean;
  /** Throws `not_found`, or `store_failed` when it is damaged. */
  readonly read: (digest: string) => Buffer;
  /** A directory's listing. */
  readonly tree: (digest: string) => Tree;
  /** Spares reading a listing that was just made. */
  readonly remember: (digest: string, tree: Tree) => void;
  /** For when objects were thrown away. */
  readonly forget: () => void;
  /** Within a transaction. */
  readonly put: (object: NewObject) => void;
}

/** An empty listing is everywhere, so that anything can be compared with nothing. */
const emptyTree: Tree = new Map();
const nothing = digestOf(treeText(emptyTree));

/** Listings that were read are kept: those of some hundred calls share most of theirs. */
const treesKept = 4_000;

export const objects = ({ sql, read, place }: Database): Objects => {
  const find = sql.prepare("SELECT bytes, content FROM objects WHERE digest = ?");
  const look = sql.prepare("SELECT 1 FROM objects WHERE digest = ?");
  const insert = sql.prepare("INSERT INTO objects VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const trees = new Map<string, Tree>();
  const content = (digest: string): Buffer => {
    const row = read(() => find.get(Buffer.from(digest, "hex")));
    if (row === undefined) throw new KelsonError("not_found", `${place} holds no snapshot or content "${digest}"`);
    return checked({ ...(row as Pick<NewObject, "bytes" | "content">), digest }, place);
  };
  const remember = (digest: string, tree: Tree): void => {
    if (trees.size >= treesKept) trees.delete(trees.keys().next().value ?? "");
    trees.set(digest, tree);
  };
  return {
    has: (digest) => read(() => look.get(Buffer.from(digest, "hex"))) !== undefined,
    read: content,
    tree: (digest) => {
      const known = digest === nothing ? emptyTree : trees.get(digest);
      if (known !== undefined) return known;
      const tree = treeIn(content(digest), digest);
      remember(digest, tree);
      return tree;
    },
    remember,
    forget: () => trees.clear(),
    put: ({ digest, bytes, content }) => void insert.run(Buffer.from(digest, "hex"), bytes, content),
  };
};

/** More than so many bytes are packed on another thread. */
const longBytes = 65_536;
/** Less than so many are not worth it. */
const shortBytes = 64;
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const compress = promisify(zstdCompress);

export const packed = async (digest: string, raw: Uint8Array): Promise<NewObject> => {
  if (raw.length < shortBytes) return { digest, bytes: raw.length, content: raw };
  const small = raw.length > longBytes ? await compress(raw, { params }) : zstdCompressSync(raw, { params });
  return { digest, bytes: raw.length, content: small.length < raw.length ? small : raw };
};

/** What is not smaller than it was is not packed. Throws when it cannot be unpacked. */
export const unpacked = ({ bytes, content }: NewObject): Buffer =>
  content.length < bytes ? zstdDecompressSync(content, { maxOutputLength: bytes }) : Buffer.from(content);

const checked = (object: NewObject, place: string): Buffer => {
  try {
    const raw = unpacked(object);
    if (digestOf(raw) === object.digest) return raw;
  } catch {
    // What cannot be unpacked is as wrong as what has another digest.
  }
  throw new KelsonError("store_failed", `the content "${object.digest}" in ${place} is damaged`);
};

const treeIn = (bytes: Buffer, digest: string): Tree => {
  try {
    return treeOf(bytes.toString());
  } catch (cause) {
    throw new KelsonError("not_found", `"${digest}" is no snapshot, but the content of a file`, { cause });
  }
};
