/** Prints finished items, each with its images below it; what comes after an image waits until that was read from the log. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Block } from "../drawing.ts";
import type { ItemBlock } from "../session/transcript-flow.ts";
import type { BelowParts } from "./images-below.ts";

export interface IllustratedParts extends BelowParts {
  readonly print: (blocks: readonly Block[]) => void;
}

export interface Illustrated {
  /** At once where nothing waits and no item has images. */
  readonly print: (blocks: readonly ItemBlock[]) => void;
  /** Nothing more is printed. */
  readonly stop: () => void;
}

export const illustrated = ({ print, ...below }: IllustratedParts): Illustrated => {
  let waiting: readonly ItemBlock[] = [];
  let working = false;
  const work = async (): Promise<void> => {
    working = true;
    while (waiting.length > 0) {
      const at = waiting.findIndex(({ item }) => mayHaveImages(item));
      const pictured = waiting[at];
      const now = pictured === undefined ? waiting : waiting.slice(0, at + 1);
      waiting = waiting.slice(now.length);
      print(now);
      if (pictured === undefined) continue;
      const { imagesBelow } = await import("./images-below.ts");
      const images = await imagesBelow(pictured.item, below);
      if (images.length > 0 && working) print(images);
    }
    working = false;
  };
  return {
    print: (blocks) => {
      waiting = [...waiting, ...blocks];
      if (!working) void work();
    },
    stop: () => {
      waiting = [];
      working = false;
    },
  };
};

/** What the text of an item does not tell is seen in the log alone. */
const mayHaveImages = (item: TranscriptItem): boolean => {
  if (item.kind === "message") return item.images > 0;
  if (item.kind !== "call" || item.state === "denied" || item.output === undefined) return false;
  return item.output.includes("[image ") || (item.chars ?? 0) > item.output.length;
};
