/** `$'…'`: text with the escapes of C. */
import type { WordPiece } from "../contract/shell.ts";
import { problem, type Reader } from "./reader.ts";

/** Reads the quotation that begins here. What is not text (a NUL, a lone byte) is unknown. */
export const ansiText = (from: Reader): WordPiece => {
  const start = from.at;
  from.at += 2;
  let text = "";
  let odd = false;
  for (;;) {
    escapes.lastIndex = from.at;
    const match = escapes.exec(from.text);
    if (match === null) return problem("a single quote is not closed");
    from.at = escapes.lastIndex;
    if (match[0] === "'") break;
    const decoded = decode(match[0]);
    if (decoded === undefined) odd = true;
    else text += decoded;
  }
  const source = from.text.slice(start, from.at);
  if (!odd) return { kind: "text", text, quoted: true };
  return { kind: "unknown", source, why: `${source} is not plain text`, quoted: true, runs: [] };
};

const escapes = /'|\\x[\da-fA-F]{1,2}|\\u[\da-fA-F]{1,4}|\\U[\da-fA-F]{1,8}|\\[0-7]{1,3}|\\[^]|[^'\\]/uy;

const letters: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001B",
  E: "\u001B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const decode = (escape: string): string | undefined => {
  if (!escape.startsWith("\\")) return escape;
  const kind = escape.charAt(1);
  const digits = escape.slice(2);
  if (/[0-7]/u.test(kind)) return ascii(Number.parseInt(escape.slice(1), 8));
  if (/[xuU]/u.test(kind) && digits !== "") return ascii(Number.parseInt(digits, 16));
  return letters[kind] ?? (/[xuUc]/u.test(kind) ? undefined : escape);
};

// What lies above is a byte of some longer character, or a character that the shell's locale may not have.
const ascii = (code: number): string | undefined =>
  code === 0 || code > 0x7f ? undefined : String.fromCodePoint(code);
