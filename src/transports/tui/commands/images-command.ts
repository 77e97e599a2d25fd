/** The command `/images`: the images of the session, to look at, or to save as files. */
import { age, count } from "../../terminal/figures.ts";
import { type SessionImage, sessionImages } from "../images/session-images.ts";
import { pick } from "../pickers/pick.ts";
import type { Row } from "../pickers/picking.ts";
import type { ScreenCommand } from "../screen.ts";
import { oneOf } from "./one-of.ts";

export const imagesCommand: ScreenCommand = {
  name: "images",
  takes: "[save]",
  about: "look at an image of the session, or save it as a file",
  choices: () => Promise.resolve([{ value: "save", about: "write the one that you choose into a file" }]),
  run: async (screen, typed) => {
    const saves = typed !== "" && oneOf("/images", typed, ["save"]) === "save";
    const { desk } = screen;
    const { images } = await desk.place().session.read(sessionImages);
    if (images.length === 0) {
      screen.tell("note", "the session has no images");
      return;
    }
    const now = desk.now();
    const rows = images.map((image, index) => rowOf(image, index + 1, now)).toReversed();
    const chosen = await pick(screen, { title: `Images: ${does(saves, screen.images !== undefined)}`, rows });
    if (chosen === undefined) return;
    const { openImage } = await import("../images/open-image.ts");
    await openImage(screen, { ...chosen, saves });
  },
};

const does = (saves: boolean, shows: boolean): string => {
  if (saves) return "save one as a file";
  return shows ? "look at one" : "this terminal shows none, save one as a file";
};

interface Chosen {
  readonly image: SessionImage;
  readonly name: string;
  readonly title: string;
}

const rowOf = (image: SessionImage, number: number, now: number): Row<Chosen> => {
  const { mediaType, bytes, size, source, at } = image;
  const name = `image ${number}`;
  const pixels =
    size === undefined ? `damaged, or no ${mediaType}` : `${mediaType}, ${size.widthPx} × ${size.heightPx}`;
  const label = `${name} · ${pixels}, ${count(bytes)} bytes`;
  return {
    value: { image, name, title: `${label} · ${source}` },
    label,
    about: `${source} · ${age(Math.max(0, now - at))}`,
    details: source,
  };
};
