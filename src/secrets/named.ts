/** Literals that stand beside a telling name: `password: "…"`, `API_KEY=…`, `--token …`, `Authorization: Bearer …`. */
import { isDrawn, isLiteralSecret } from "./likely.ts";
import { matches } from "./matches.ts";
import type { Span } from "./span.ts";

/** The last word of a name; whatever stands before it in the name does not matter. */
const tellingNames =
  "(?:pass(?:word|wd|phrase|code)|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|secret[_-]?key|" +
  "encryption[_-]?key|signing[_-]?key|account[_-]?key|master[_-]?key|credentials?|authorization|connection[_-]?string)";

const name = String.raw`${tellingNames}(?:[_-]?\d{1,2})?\\?["'\x60]?\]?`;
const sign = String.raw`(?::=|=>|[:=>])`;
const quote = String.raw`\\?["'\x60]`;
const quoted = String.raw`[^"'\x60\s\\]`;
const bare = String.raw`[^\s"'\x60;,(){}<>|[\]&\\]`;

const assignment = new RegExp(
  String.raw`${name}(?:[ \t]{0,4}${sign}[ \t]{0,4}|[ \t]{1,4})(?:${quote}(${quoted}{8,256})(?=${quote})|(${bare}{8,256})(?=$|[\s"'\x60;,)}\]>|&<\\]))`,
  "dgiu",
);
const scheme = /(?:bearer|basic)[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,4096})/dgiu;

/** What could still become one of them when more text comes. */
const begun = new RegExp(
  String.raw`(?:${name}(?:[ \t]{0,4}(?:${sign}[ \t]{0,4}(?:${quote}${quoted}{0,256}|${bare}{0,256})?)?|[ \t]{1,4}(?:${quote}${quoted}{0,256}|${bare}{0,256}))|(?:bearer|basic)[ \t]{0,4}[A-Za-z0-9._~+/=-]{0,4096})$`,
  "iu",
);

export const namedSpans = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const match of matches(assignment, text)) {
    const group = match[1] === undefined ? 2 : 1;
    const [start, end] = match.indices?.[group] ?? [0, 0];
    // What turned out to be none may hold the beginning of another.
    if (!isLiteralSecret(match[group] ?? "", group === 1) || !isAssigned(match[0], text, match.index)) {
      assignment.lastIndex = match.index + 1;
    } else spans.push({ from: match.index, start, end, kind: "named" });
  }
  for (const match of matches(scheme, text)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    const value = match[1] ?? "";
    if (/\d/u.test(value) && isDrawn(value)) spans.push({ from: match.index, start, end, kind: "authorization" });
    else scheme.lastIndex = match.index + 1;
  }
  return spans;
};

/** Where something begins that more text may turn into a literal beside a name; undefined when nothing does. */
export const namedBegins = (text: string): number | undefined => {
  const from = Math.max(0, text.length - mostOpenCharacters);
  const at = text.slice(from).search(begun);
  return at === -1 ? undefined : from + at;
};

/** Whether a name is telling, as a field of data or a variable. */
export const isTelling = (field: string): boolean => telling.test(field);

const telling = new RegExp(`${tellingNames}(?:[_-]?\\d{1,2})?$`, "iu");
/** A scheme and its longest credentials. */
const mostOpenCharacters = 4_200;

// With only a space between them the name must be that of a flag: prose says "the password is" all day long. After an angle
// bracket it must be the content of an element.
const isAssigned = (match: string, text: string, at: number): boolean => {
  const signed = signs.exec(match)?.[1];
  if (signed === ">") return text[at + match.length] === "<";
  if (signed !== undefined) return true;
  const word = /[^\s"'`;,(){}<>|]*$/u.exec(text.slice(Math.max(0, at - 60), at))?.[0] ?? "";
  return word.startsWith("--");
};

const signs = new RegExp(`^${name}(?:[ \\t]{0,4}(${sign})|[ \\t])`, "iu");
