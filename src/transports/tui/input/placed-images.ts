/** Pictures that are in no file: each has a name in the text, and is sent when the name is still there. */
import type { ImagePart } from "../../../contract/message.ts";

export interface PlacedImages {
  /** Gives the name, `[image #1]`. */
  readonly place: (image: ImagePart) => string;
  readonly among: (text: string) => readonly ImagePart[];
  /** The name that a text ends with, so that it is deleted as a whole. */
  readonly endOf: (text: string) => string | undefined;
}

export const placedImages = (): PlacedImages => {
  const placed: { readonly name: string; readonly image: ImagePart }[] = [];
  return {
    place: (image) => {
      const name = `[image #${placed.length + 1}]`;
      placed.push({ name, image });
      return name;
    },
    among: (text) => placed.filter(({ name }) => text.includes(name)).map(({ image }) => image),
    endOf: (text) => placed.map(({ name }) => name).find((name) => text.endsWith(name)),
  };
};
