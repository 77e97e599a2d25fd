/** The text of a file that anybody may have made: never more than was bargained for, and in the encoding that it says it has. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** `note` says what is unusual about it and does no harm. */
export type FileText =
  | { readonly ok: true; readonly text: string; readonly note?: string | undefined }
  | { readonly ok: false; readonly why: string };

/** At once: a turn through the thread pool costs ten times what reading so small a file does. */
export const fileText = (path: string, maxBytes: number): FileText => {
  try {
    // A pipe would otherwise be waited for.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const about = fstatSync(file);
      if (!about.isFile()) return no(about.isDirectory() ? "is a directory" : "is no file");
      if (about.size > maxBytes) return no(`has ${figure(about.size)} bytes, more than ${figure(maxBytes)}`);
      const bytes = Buffer.alloc(about.size);
      return decoded(bytes.subarray(0, readSync(file, bytes)));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return no(whyNot(error as NodeJS.ErrnoException));
  }
};

const decoded = (bytes: Buffer): FileText => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.trim() === "") return no("is empty");
    if (text.includes("\0")) return no("is no text");
    return {
      ok: true,
      text,
      note: encoding === "utf-8" ? undefined : `is ${encoding.toUpperCase()} and should be UTF-8`,
    };
  } catch {
    return no("is no text");
  }
};

export const whyNot = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ""] ?? `cannot be read: ${message}`;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "is a link that leads nowhere",
  ELOOP: "is a link that leads in a circle",
  EACCES: "may not be read by this user",
  EPERM: "may not be read by this user",
  ENXIO: "is no file",
};

const no = (why: string): FileText => ({ ok: false, why });

// What the language brings for this loads its tables of all locales first, which takes longer than to read the files.
const figure = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
