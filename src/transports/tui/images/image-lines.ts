/** A picture as lines of a terminal: as many as it is high, the last of which draws it over those before. */
import { encodeITerm2, encodeKitty, getCellDimensions } from "@earendil-works/pi-tui";
import type { Lines } from "../drawing.ts";
import type { Picture } from "./picture.ts";
import type { ImageProtocol } from "./protocol.ts";

export interface ImageRoom {
  /** At most so many, 1 at least. */
  readonly columns: number;
  /** At most so many, and no more than the terminal has. */
  readonly rows: number;
  /** Columns before it. */
  readonly indent: number;
  /** Whether it is made larger than it is, to fill them. */
  readonly enlarge: boolean;
  /** By which it can be deleted from a terminal of kitty's protocol; absent = it belongs to the scrollback. */
  readonly id?: number | undefined;
}

/**
 * Its shape is kept but for the rounding to whole rows and columns. All lines but the last are empty, so that its place is on the
 * screen, wherever that had to scroll, before it is drawn; the cursor is where it was, then.
 */
export const imageLines = (picture: Picture, protocol: ImageProtocol, room: ImageRoom): Lines => {
  const { columns, rows } = cellsOf(picture, room);
  // Encoded by us: whatever the log holds, the terminal gets letters, digits, `+`, `/` and `=`.
  const data = picture.bytes.toString("base64");
  const drawn =
    protocol === "kitty"
      ? encodeKitty(data, { columns, rows, moveCursor: false, ...(room.id !== undefined && { imageId: room.id }) })
      : encodeITerm2(data, { width: columns, height: rows });
  const up = rows > 1 ? `\u001b[${rows - 1}A` : "";
  const right = room.indent > 0 ? `\u001b[${room.indent}C` : "";
  return [...Array.from({ length: rows - 1 }, () => ""), `${saveCursor}${up}${right}${drawn}${restoreCursor}`];
};

const saveCursor = "\u001b7";
const restoreCursor = "\u001b8";

const cellsOf = ({ size: { widthPx, heightPx } }: Picture, { columns, rows, enlarge }: ImageRoom) => {
  const cell = getCellDimensions();
  const fits = Math.min((columns * cell.widthPx) / widthPx, (rows * cell.heightPx) / heightPx);
  const scale = enlarge ? fits : Math.min(1, fits);
  return {
    columns: Math.min(columns, Math.max(1, Math.round((widthPx * scale) / cell.widthPx))),
    rows: Math.min(rows, Math.max(1, Math.round((heightPx * scale) / cell.heightPx))),
  };
};
