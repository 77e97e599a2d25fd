/** Holds rebuilt requests against the digests of their blocks, one after the other. */
import { blocksIn, type Conversation, digestOf, type RequestBlock } from "./request.ts";

/** Gives the index of the first block that is not as it was recorded, -1 for none. `kept` blocks are those of the request before. */
export type Rebuilding = (request: Conversation, digests: readonly string[], kept: number) => number;

/** A block that was right, and stands where it stood, is right: or a long session would be compared as often as it has requests. */
export const rebuilding = (): Rebuilding => {
  let right: readonly RequestBlock[] = [];
  return (request, digests, kept) => {
    const blocks = blocksIn(request);
    const length = Math.max(blocks.length, digests.length);
    let place = 0;
    for (; place < length; place += 1) {
      const block = blocks[place];
      if (block !== undefined && place < kept && block === right[place]) continue;
      if (block === undefined || digestOf(block) !== digests[place]) break;
    }
    right = blocks.slice(0, place);
    return place === length ? -1 : place;
  };
};
