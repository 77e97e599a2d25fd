/** Pictures that models take: which they are, by name and by their first bytes, and how large they may be. */
import type { ImagePart } from "../../../contract/message.ts";

/** 5 MB as base64, which is what model APIs take. */
export const maxImageBytes = 3_750_000;

export const isImageName = (path: string): boolean => /\.(?:png|jpe?g|gif|webp)$/iu.test(path);

/** Undefined when it is none of the four kinds. */
export const imagePart = (bytes: Buffer): ImagePart | undefined => {
  const mediaType = mediaTypeOf(bytes);
  return mediaType === undefined ? undefined : { type: "image", mediaType, data: bytes.toString("base64") };
};

/** By the signatures that the formats' specifications give. */
const mediaTypeOf = (bytes: Buffer): string | undefined => {
  const begin = bytes.toString("latin1", 0, 12);
  if (begin.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (begin.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (begin.startsWith("GIF87a") || begin.startsWith("GIF89a")) return "image/gif";
  return begin.startsWith("RIFF") && begin.endsWith("WEBP") ? "image/webp" : undefined;
};
