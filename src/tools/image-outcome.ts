/** An image as a model is given it: what it is in words, and the picture itself. */
import { failure, type ToolOutcome } from "../contract/tool.ts";
import { grouped, size } from "./counted.ts";
import { imageSize } from "./image-size.ts";
import { mediaType } from "./media-type.ts";

/** The most that models take of one image. */
export const maxImageBytes = 5 * 1024 * 1024;

/** Kinds of images that every model which sees can read. */
const seen = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Undefined when the bytes are no whole image of a kind that models can see. `name` is its path or URL. */
export const imageOutcome = (name: string, bytes: Uint8Array): ToolOutcome | undefined => {
  const type = mediaType(bytes);
  const pixels = type === undefined || !seen.has(type) ? undefined : imageSize(bytes, type);
  if (type === undefined || pixels === undefined) return undefined;
  const what = `${name} (${type}, ${grouped(pixels.width)} × ${grouped(pixels.height)} pixels, ${size(bytes.length)})`;
  if (bytes.length > maxImageBytes)
    return failure(`${what} is larger than the ${size(maxImageBytes)} that can be shown; make a smaller copy of it.`);
  return {
    ok: true,
    parts: [
      { type: "text", text: what },
      { type: "image", mediaType: type, data: Buffer.from(bytes).toString("base64") },
    ],
  };
};
