/** An image whose bytes are known to be what they are said to be. */
import type { ImageDimensions } from "@earendil-works/pi-tui";
import type { ImagePart } from "../../../contract/message.ts";
import { glance } from "./glance.ts";
import type { ImageProtocol } from "./protocol.ts";
import { isWholePng } from "./whole-png.ts";

export interface Picture {
  readonly mediaType: string;
  readonly size: ImageDimensions;
  readonly bytes: Buffer;
}

/** Undefined when the data is damaged, or something else than it is said to be. */
export const picture = (part: ImagePart): Picture | undefined => {
  const { mediaType, size } = glance(part);
  if (size === undefined) return undefined;
  const bytes = Buffer.from(part.data, "base64");
  // What is no base64 is passed over there.
  if (bytes.toString("base64") !== part.data) return undefined;
  return mediaType === "image/png" && !isWholePng(bytes) ? undefined : { mediaType, size, bytes };
};

/** What terminals read by these protocols; kitty takes nothing else that is compressed. */
const formats: Readonly<Record<ImageProtocol, readonly string[]>> = {
  kitty: ["image/png"],
  iterm2: ["image/png", "image/jpeg", "image/gif"],
};

/** A terminal holds four bytes a pixel, and kitty refuses more than 10,000 on a side. */
const mostPixels = 24_000_000;
const mostPixelsOnSide = 10_000;
const mostBytes = 5 * 1024 * 1024;

/** Why a terminal cannot show it, as the end of a sentence; undefined when it can. */
export const whyUnseen = ({ mediaType, size, bytes }: Picture, protocol: ImageProtocol): string | undefined => {
  const readable = formats[protocol];
  if (!readable.includes(mediaType)) return `it is ${mediaType}, and this terminal reads ${readable.join(", ")}`;
  const { widthPx, heightPx } = size;
  const large = Math.max(widthPx, heightPx) > mostPixelsOnSide || widthPx * heightPx > mostPixels;
  return large || bytes.length > mostBytes ? "it is too large for a terminal" : undefined;
};
