/** Pictures that are in no file: each has a name in the text, and is sent when the name is still there. */
import type { ImagePart } from "../../../contract/message.ts";

export interface PlacedImages {
  /** Gives the name, such as `[image #1]`. */
  readonly place: (image: ImagePart) => string;
  /** Those that a text names; all are forgotten. */
  readonly take: (text: string) => readonly ImagePart[];
  /** The name that a text ends with, so that it is deleted as a whole. */
  readonly endOf: (text: string) => string | undefined;
}

export const placedImages = (): PlacedImages => {
  const placed = new Map<string, ImagePart>();
  let count = 0;
  return {
    place: (image) => {
      const name = `[image #${(count += 1)}]`;
      placed.set(name, image);
      return name;
    },
    take: (text) => {
      const taken = [...placed].filter(([name]) => text.includes(name)).map(([, image]) => image);
      placed.clear();
      return taken;
    },
    endOf: (text) => [...placed.keys()].find((name) => text.endsWith(name)),
  };
};
