/** What a snapshot needs and is not there yet: packed as it is found, and written a lot at a time. */
import { type NewObject, type Objects, packed, unpacked } from "./objects.ts";
import { digestOf, type Tree, treeText } from "./tree.ts";

export interface Gathering {
  /** Gives the digest. */
  readonly add: (content: string | Uint8Array) => Promise<string>;
  /** Gives the digest of a directory's listing. */
  readonly addTree: (tree: Tree) => Promise<string>;
  /** A content that waits, or is written already. */
  readonly read: (digest: string) => Buffer;
  /** What waits, and waits no more. */
  readonly take: () => readonly NewObject[];
}

/** So much is kept in memory before it is written. */
const mostBytes = 16_777_216;

/** `write` puts what waits on disk. */
export const gathering = (objects: Objects, write: (waiting: readonly NewObject[]) => Promise<void>): Gathering => {
  let waiting = new Map<string, NewObject>();
  let bytes = 0;
  const take = (): readonly NewObject[] => {
    const taken = [...waiting.values()];
    waiting = new Map();
    bytes = 0;
    return taken;
  };
  const add = async (content: string | Uint8Array): Promise<string> => {
    const digest = digestOf(content);
    if (waiting.has(digest) || objects.has(digest)) return digest;
    const object = await packed(digest, typeof content === "string" ? Buffer.from(content) : content);
    waiting.set(digest, object);
    bytes += object.content.length;
    if (bytes > mostBytes) await write(take());
    return digest;
  };
  return {
    add,
    addTree: async (tree) => {
      const digest = await add(treeText(tree));
      objects.remember(digest, tree);
      return digest;
    },
    take,
    read: (digest) => {
      const object = waiting.get(digest);
      return object === undefined ? objects.read(digest) : unpacked(object);
    },
  };
};
