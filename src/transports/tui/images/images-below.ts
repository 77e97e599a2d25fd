/** The images of a finished item as blocks, to be printed below it. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import type { Block } from "../drawing.ts";
import { imageLines } from "./image-lines.ts";
import { picture, whyUnseen } from "./picture.ts";
import type { ImageProtocol } from "./protocol.ts";
import { imagesOf, type ReadFrom } from "./read-images.ts";

export interface BelowParts {
  /** Asked for each time: with another model, a session is open in another runtime. */
  readonly from: () => ReadFrom;
  readonly protocol: ImageProtocol;
  /** Of the terminal. */
  readonly rows: () => number;
}

/** Below the text of a message, of which the margin is as wide. */
const indent = 2;
const mostColumns = 60;
const mostRows = 20;
/** Of the terminal's rows, so many are left for the input. */
const roomForInput = 6;
/** Of one item; `/images` has them all. */
const mostImages = 8;

/** Those that the terminal can show; what cannot be read is only named, as it is by the item itself. */
export const imagesBelow = async (
  item: TranscriptItem,
  { from, protocol, rows }: BelowParts,
): Promise<readonly Block[]> => {
  try {
    const parts = await imagesOf(from(), item);
    return parts.slice(0, mostImages).flatMap((part) => {
      const seen = picture(part);
      if (seen === undefined || whyUnseen(seen, protocol) !== undefined) return [];
      return {
        draw: ({ columns }) =>
          imageLines(seen, protocol, {
            columns: Math.min(mostColumns, columns - indent),
            rows: Math.max(1, Math.min(mostRows, rows() - roomForInput)),
            indent,
            enlarge: false,
          }),
      };
    });
  } catch {
    // The log is gone or damaged, which is told where it matters.
    return [];
  }
};
