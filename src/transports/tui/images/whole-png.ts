/** Whether a PNG is whole: its chunks, from the header to the end, with their checksums (PNG specification, section 5). */
import { crc32 } from "node:zlib";

const signatureBytes = 8;
/** Length and type before a chunk's data, the checksum of type and data behind. */
const beforeData = 8;
const afterData = 4;

/** The signature has been seen. What is compressed in it is not looked at. */
export const isWholePng = (bytes: Buffer): boolean => {
  const types: string[] = [];
  for (let at = signatureBytes; at + beforeData + afterData <= bytes.length;) {
    const end = at + beforeData + bytes.readUInt32BE(at);
    if (end + afterData > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    types.push(bytes.toString("latin1", at + 4, at + beforeData));
    if (types.at(-1) === "IEND") return types[0] === "IHDR" && types.includes("IDAT");
    at = end + afterData;
  }
  return false;
};
