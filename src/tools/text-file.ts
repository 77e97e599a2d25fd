/** What a file's bytes say as text: its encoding, its byte order mark, its line endings; or that it is not text. */

/** The text of a file, without its byte order mark. Only UTF-8 can be written back unchanged. */
export interface TextFile {
  readonly text: string;
  readonly bom: boolean;
  readonly encoding: "UTF-8" | "UTF-16" | "unknown";
}

/** Undefined when the bytes are not text: they hold a zero byte, or too much that is no UTF-8. */
export const decode = (bytes: Uint8Array): TextFile | undefined => {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : utf16be(bytes);
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), bom: true, encoding: "UTF-16" };
  if (bytes.subarray(0, looksAtBytes).includes(0)) return undefined;
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bom, encoding: "UTF-8" };
  } catch {
    return damaged(bytes, bom);
  }
};

/** What to write so that a file's text changes and its byte order mark stays. */
export const encode = (text: string, { bom }: Pick<TextFile, "bom">): string => (bom ? `\uFEFF${text}` : text);

/** How lines end. A text without a line break counts as LF. */
export const lineEndings = (text: string): "LF" | "CRLF" | "mixed" => {
  const crlf = text.split("\r\n").length - 1;
  if (crlf === 0) return "LF";
  return crlf === text.split("\n").length - 1 ? "CRLF" : "mixed";
};

/** The most that is read of a file: what is longer is no work for a tool that holds it whole. */
export const maxTextBytes = 20 * 1024 * 1024;

const looksAtBytes = 8192;

const utf16be = (bytes: Uint8Array): "utf-16be" | undefined =>
  bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;

/** Text in an older encoding has some bytes that are no UTF-8; what is mostly such bytes is not text to us. */
const damaged = (bytes: Uint8Array, bom: boolean): TextFile | undefined => {
  const text = new TextDecoder("utf-8").decode(bytes);
  const sample = text.slice(0, looksAtBytes);
  const unread = sample.split("\uFFFD").length - 1;
  return unread > sample.length / 5 ? undefined : { text, bom, encoding: "unknown" };
};
