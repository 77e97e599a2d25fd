/** Pictures that are in no file: each has a name in the text, and is sent when the name is still there. */
import type { ImagePart } from "../../../contract/message.ts";

export interface PlacedImages {
  /** Gives the name, such as `[image #1]`. */
  readonly place: (image: ImagePart) => string;
  /** A text that was sent with pictures, as it names them from now on. */
  readonly placeAgain: (sent: { readonly text: string; readonly images: readonly ImagePart[] }) => string;
  readonly namesIn: (text: string) => readonly string[];
  /** Those that a text names; all are forgotten. */
  readonly take: (text: string) => readonly ImagePart[];
  /** The name that a text ends with, so that it is deleted as a whole. */
  readonly endOf: (text: string) => string | undefined;
}

export const placedImages = (): PlacedImages => {
  const placed = new Map<string, ImagePart>();
  let count = 0;
  const place = (image: ImagePart): string => {
    const name = `[image #${(count += 1)}]`;
    placed.set(name, image);
    return name;
  };
  return {
    place,
    placeAgain: ({ text, images }) => {
      const before = images.length === 0 ? [] : namesOf(text).slice(-images.length);
      // Those of files come first, and their paths may lead nowhere by now.
      const unnamed = images.slice(0, images.length - before.length).map(place);
      const named = images.slice(unnamed.length).map(place);
      const renamed = text.replaceAll(names, (name) => named[before.indexOf(name)] ?? name);
      return [renamed, ...unnamed].join(" ").trim();
    },
    namesIn: (text) => [...placed.keys()].filter((name) => text.includes(name)),
    take: (text) => {
      const taken = [...placed].filter(([name]) => text.includes(name)).map(([, image]) => image);
      placed.clear();
      return taken;
    },
    endOf: (text) => [...placed.keys()].find((name) => text.endsWith(name)),
  };
};

const names = /\[image #(\d+)\]/gu;

/** In the order in which they were given. */
const namesOf = (text: string): string[] => {
  const found = new Map([...text.matchAll(names)].map(([name, number]) => [name, Number(number)]));
  return [...found].toSorted(([, one], [, other]) => one - other).map(([name]) => name);
};
