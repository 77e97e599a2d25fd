/** Text of models and tools made safe for a terminal: nothing that it obeys is left in it. */
import { stripVTControlCharacters } from "node:util";

/** Control characters (C0 but tab and line feed, DEL, C1) and the marks that reorder text. */
// oxlint-disable-next-line no-control-regex
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Escape sequences vanish, carriage returns and Unicode's separators are new lines, other control characters become visible signs. */
export const cleanText = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replaceAll(obeyed, visible);

/** The same on one line. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replaceAll(/\s*\n\s*/gu, " ")
    .replaceAll("\t", " ");

/** JSON in which no character is left that a terminal obeys or that some readers take for a line's end. */
export const cleanJson = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f\u2028\u2029]/gu, (sign) => `\\u${hex(sign)}`);

/** Unicode has pictures for C0 and DEL (`␛`); the others are named by their number. */
const visible = (sign: string): string => {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `<${hex(sign)}>`;
};

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, "0");
