/** Names of files as text, whatever their bytes: what is not UTF-8 becomes lone surrogates, as in PEP 383. */

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const firstEscape = 0xdc00;

/** Every name has one text, and every text of a name leads back to its bytes. */
export const nameOf = (bytes: Uint8Array): string => {
  try {
    return strict.decode(bytes);
  } catch {
    return escaped(bytes);
  }
};

/** A path as the file system takes it; text is passed on as it is where that says the same. */
export const systemPath = (path: string): string | Buffer => (path.isWellFormed() ? path : bytesOf(path));

/** The bytes of a name or a path. */
export const bytesOf = (path: string): Buffer =>
  Buffer.concat(
    path
      .split(/([\udc80-\udcff])/u)
      .map((piece, index) => (index % 2 === 1 ? Buffer.of(piece.charCodeAt(0) - firstEscape) : Buffer.from(piece))),
  );

/** Node puts this in the place of what is not UTF-8; it may also be meant. */
export const mayBeOther = (name: string): boolean => name.includes("\ufffd");

/** No sequence of UTF-8 is longer than four bytes. */
const escaped = (bytes: Uint8Array): string => {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(bytes.subarray(at, at + size)));
    text +=
      length === undefined
        ? String.fromCharCode(firstEscape + (bytes[at] ?? 0))
        : strict.decode(bytes.subarray(at, at + length));
    at += length ?? 1;
  }
  return text;
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};
