/** What an image is at a glance: by the beginning of its data, however long that is. */
import { getImageDimensions, type ImageDimensions } from "@earendil-works/pi-tui";
import type { ImagePart } from "../../../contract/message.ts";
import { imagePart } from "../input/image-file.ts";

export interface Glance {
  /** As declared: PNG, JPEG, GIF or WebP by its first bytes, too, wherever `size` is there. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Absent when the bytes are not what they are said to be, or end before it. */
  readonly size?: ImageDimensions | undefined;
}

/** Base64 characters in which a format says its size; in a JPEG, what a camera adds may stand before that. */
const mostLooked = 256 * 1024;

export const glance = ({ mediaType, data }: ImagePart): Glance => {
  const begin = data.slice(0, mostLooked);
  const told = imagePart(Buffer.from(begin.slice(0, signatureChars), "base64"))?.mediaType;
  const size = told === mediaType ? getImageDimensions(begin, mediaType) : null;
  const has = size !== null && size.widthPx > 0 && size.heightPx > 0;
  return { mediaType, bytes: Buffer.byteLength(data, "base64"), ...(has && { size }) };
};

/** As many as the longest signature needs, 12 bytes. */
const signatureChars = 16;
