/** Fills the terminal with a picture, until a key is pressed. */
import { allocateImageId, type Component, deleteKittyImage } from "@earendil-works/pi-tui";
import type { Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { fit } from "../viewers/fit.ts";
import { heading } from "../viewers/scroller.ts";
import { imageLines } from "./image-lines.ts";
import type { Picture } from "./picture.ts";
import type { ImageProtocol } from "./protocol.ts";

export interface ShownImage {
  readonly title: string;
  readonly picture: Picture;
  readonly protocol: ImageProtocol;
}

export const showImage = async (screen: Screen, { title, picture, protocol }: ShownImage): Promise<void> => {
  const { terminal } = screen.tui;
  const id = allocateImageId();
  // A frame comes with whatever happens meanwhile, and a picture is megabytes.
  let encoded: { readonly size: string; readonly lines: Lines } | undefined;
  const linesFor = (columns: number, rows: number): Lines => {
    const size = `${columns}x${rows}`;
    // What it covered is written again; of kitty's protocol, one of the same id takes the place of the one before.
    if (encoded !== undefined && encoded.size !== size && protocol === "iterm2") screen.tui.requestRender(true);
    if (encoded?.size !== size)
      encoded = { size, lines: imageLines(picture, protocol, { columns, rows, indent: 0, enlarge: true, id }) };
    return encoded.lines;
  };
  await screen.view<void>((done): Component => ({
    invalidate: () => void (encoded = undefined),
    handleInput: () => {
      // An image of iTerm2's protocol goes with the text that it stands in.
      if (protocol === "kitty") terminal.write(deleteKittyImage(id));
      done();
    },
    render: (columns) => {
      const drawing = { ...screen.drawing(), columns };
      const rows = Math.max(1, terminal.rows - chrome);
      const lines = linesFor(columns, rows);
      const empty = Array.from({ length: rows - lines.length }, () => "");
      return [heading(title, drawing), ...lines, ...empty, drawing.paint("dim", fit("any key goes back", columns))];
    },
  }));
};

/** Heading and footing. */
const chrome = 2;
