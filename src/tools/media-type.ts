/** What a file that is not text is, told by its first bytes. */

/** A media type, or undefined when the bytes are none of those known here. */
export const mediaType = (bytes: Uint8Array): string | undefined => {
  const head = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return signatures.find(([pattern]) => pattern.test(head))?.[1];
};

/** File signatures in hex, as listed by the WHATWG MIME Sniffing Standard. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a1a0a/, "image/png"],
  [/^ffd8ff/, "image/jpeg"],
  [/^47494638(?:37|39)61/, "image/gif"],
  [/^52494646.{8}57454250/, "image/webp"],
  [/^424d/, "image/bmp"],
  [/^255044462d/, "application/pdf"],
  [/^504b0304/, "application/zip"],
  [/^1f8b08/, "application/gzip"],
  [/^7f454c46/, "application/x-executable"],
  [/^53514c69746520666f726d6174/, "application/vnd.sqlite3"],
];
