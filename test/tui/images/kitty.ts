/** Reads kitty's graphics protocol out of what was written to a terminal. */

/** One sequence: what stands before its first semicolon, and the data behind. */
export interface KittyPiece {
  readonly keys: string;
  readonly data: string;
}

export const kittyBegins = "\u001b_G";
export const kittyEnds = "\u001b\\";

export const kittyPieces = (written: string): readonly KittyPiece[] =>
  written
    .split(kittyBegins)
    .slice(1)
    .map((rest) => {
      const [keys = "", ...data] = (rest.split(kittyEnds, 1)[0] ?? "").split(";");
      return { keys, data: data.join(";") };
    });

/** The images that were drawn, each with the data of all its pieces. */
export const kittyImages = (written: string): readonly KittyPiece[] => {
  const images: KittyPiece[] = [];
  for (const { keys, data } of kittyPieces(written)) {
    const last = images.at(-1);
    if (keys.includes("a=T")) images.push({ keys, data });
    else if (keys.startsWith("m=") && last !== undefined) images.splice(-1, 1, { ...last, data: last.data + data });
  }
  return images;
};
