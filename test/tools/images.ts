/** Small images for tests. */
import { deflateSync, crc32 } from "node:zlib";

/** A whole PNG of one grey. */
export const png = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 128));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const le = (value: number, bytes: number): string => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer.toString("hex");
};
const be = (value: number): string => value.toString(16).padStart(4, "0");
const riff = (chunk: string, data: string): Buffer =>
  Buffer.from(
    `52494646${le(100, 4)}57454250${Buffer.from(chunk).toString("hex")}${le(data.length / 2, 4)}${data}`,
    "hex",
  );

/** The beginnings of images of 640 × 480, as far as their size stands in them. */
export const beginnings: Readonly<Record<string, Buffer>> = {
  "a.gif": Buffer.from(`474946383961${le(640, 2)}${le(480, 2)}000000`, "hex"),
  "a.jpg": Buffer.from(
    `ffd8ffe000104a46494600010100000100010000ffdb00040000ffc400040000ffffc2001108${be(480)}${be(640)}0301`,
    "hex",
  ),
  "lossy.webp": riff("VP8 ", `3001009d012a${le(640, 2)}${le(480, 2)}0000`),
  "lossless.webp": riff("VP8L", `2f${le(((480 - 1) << 14) | (640 - 1), 4)}0000`),
  "extended.webp": riff("VP8X", `10000000${le(640 - 1, 3)}${le(480 - 1, 3)}`),
};
