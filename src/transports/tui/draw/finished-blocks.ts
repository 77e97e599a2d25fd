/** How far the Markdown of a reply that streams is finished: what has been drawn so far is right whatever follows. */
import { cleanText } from "../../terminal/clean.ts";
import { lex } from "./markdown/lex.ts";

/** Reads a text that grows, each line once. */
export interface FinishedBlocks {
  /** `text` begins with what was read before; gives the end of the top-level blocks that cannot change any more. */
  readonly read: (text: string) => number;
  /** The fence within which what has been read ends, and where that begins. */
  readonly fence: () => Fence | undefined;
}

interface Fence {
  readonly at: number;
  /** Its first line. */
  readonly opening: string;
}

/**
 * A block is finished when a blank line follows and then a line that begins at the margin: neither a continued list nor
 * indented code can come any more. What a list or quotation leaves open is known only to the parser, which is asked.
 */
export const finishedBlocks = (): FinishedBlocks => {
  let end = 0;
  let next = 0;
  let blank = false;
  let listed = false;
  let fence: (Fence & { readonly closing: RegExp }) | undefined;

  const opened = (line: string, at: number): void => {
    const [, marker] = fenceOpening.exec(line) ?? [];
    if (marker !== undefined) fence = { at, opening: line, closing: new RegExp(`^ {0,3}${marker}[~\`]* *$`, "u") };
  };
  const finish = (text: string): void => {
    const open = listed ? openFence(text.slice(end, next)) : undefined;
    if (open !== undefined) return opened(open, end);
    end = next;
    listed = false;
  };
  const take = (line: string): void => {
    if (fence !== undefined) {
      if (fence.closing.test(line)) fence = undefined;
      blank = false;
      return;
    }
    blank = blankLine.test(line);
    listed ||= listItem.test(line);
    opened(line, next);
  };
  const begins = (line: string, whole: boolean): boolean =>
    blank &&
    fence === undefined &&
    (whole ? /^[^ \t]/u : /^[^\p{Cc} ]/u).test(line) &&
    !(listed && goesOn(line, whole));

  const read = (text: string): number => {
    for (;;) {
      const stop = text.indexOf("\n", next);
      if (stop === -1) break;
      const lines = cleanText(text.slice(next, stop)).split("\n");
      if (begins(lines[0] ?? "", true)) finish(text);
      for (const line of lines) take(line);
      next = stop + 1;
    }
    if (blank && next < text.length && begins(text.slice(next, next + longestMarker), false)) finish(text);
    return end;
  };
  return { read, fence: () => fence };
};

const blankLine = /^[ \t]*$/u;
const fenceOpening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u;
const listItem = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/u;
const listBeginning = /^[-+*\d]/u;
const longestMarker = 12;

/** Whether a list that stands above might go on with this line; of a line that still grows, whether it might. */
const goesOn = (line: string, whole: boolean): boolean => (whole ? listItem : listBeginning).test(line);

/** The opening line of a fence that nothing has closed. */
const openFence = (source: string): string | undefined => {
  const last = lex(cleanText(source))?.findLast(({ type }) => type !== "space");
  if (last?.type !== "code") return undefined;
  const [opening = "", ...lines] = last.raw.split("\n");
  const [, marker] = fenceOpening.exec(opening) ?? [];
  if (marker === undefined) return undefined;
  return lines.some((line) => new RegExp(`^ {0,3}${marker}[~\`]* *$`, "u").test(line)) ? undefined : opening;
};
