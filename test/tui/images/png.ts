/** PNGs made for tests, of any size. */
import { crc32, deflateSync } from "node:zlib";

/** A picture of colours that fade, eight bits a channel. */
export const png = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) row.set([x & 255, 0, 128], 1 + x * 3);
  const rows = Array.from({ length: height }, () => row);
  return pngOf([
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.concat(rows))],
    ["IEND", Buffer.alloc(0)],
  ]);
};

/** Whatever stands in its chunks. */
export const pngOf = (chunks: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks.map(([type, data]) => chunk(type, data))]);

const chunk = (type: string, data: Buffer): Buffer => {
  const told = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(told), 4);
  return Buffer.concat([numbers.subarray(0, 4), told, numbers.subarray(4)]);
};
