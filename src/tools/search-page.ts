/** One page of what a search found, cut out of its stream, which is left as soon as the page is full. */
import type { SearchLine } from "../contract/world.ts";
import { shortLine } from "./numbered-lines.ts";

/** Which part of what was found: `limit` items (matching lines, or files) after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page as text, how many items it shows, and whether more follow. */
export interface Found {
  readonly lines: readonly string[];
  readonly items: number;
  readonly more: boolean;
}

/** The most lines that are shown before and after a match. */
export const maxContext = 20;

/** Matching lines below the name of their file, as `12: text`; lines beside them as `13- text`. */
export const contentPage = async (
  stream: AsyncIterable<SearchLine>,
  { limit, offset, context }: Page & { readonly context: number },
): Promise<Found> => {
  const shown: SearchLine[] = [];
  let before: SearchLine[] = [];
  let matches = 0;
  for await (const line of stream) {
    if (line.match) matches += 1;
    if (matches > offset + limit) return { lines: byFile(shown), items: limit, more: true };
    if (line.match && matches > offset) {
      shown.push(...before.filter((earlier) => isBeside(earlier, line, context)), line);
      before = [];
    } else if (isBeside(line, lastMatch(shown), context)) shown.push(line);
    else before = [...before, line].slice(-maxContext);
  }
  return { lines: byFile(shown), items: Math.max(0, matches - offset), more: false };
};

/** Files that hold a match; `show` is given a file's path and how many of its lines match. */
export const filesPage = async (
  stream: AsyncIterable<SearchLine>,
  { limit, offset, show }: Page & { readonly show: (path: string, count: number) => string },
): Promise<Found> => {
  const counts = new Map<string, number>();
  let more = false;
  for await (const { path, match } of stream) {
    if (!match) continue;
    more = counts.size === offset + limit && !counts.has(path);
    if (more) break;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const lines = [...counts].slice(offset).map(([path, count]) => show(path, count));
  return { lines, items: lines.length, more };
};

const isBeside = (line: SearchLine, match: SearchLine | undefined, context: number): boolean =>
  line.path === match?.path && Math.abs(line.line - match.line) <= context;

const lastMatch = (shown: readonly SearchLine[]): SearchLine | undefined => shown.findLast((line) => line.match);

const byFile = (shown: readonly SearchLine[]): string[] =>
  shown.flatMap((line, index) => [...heading(shown[index - 1], line), numberedLine(line)]);

/** What stands between two lines: the name of a new file, or a mark where lines are left out among their context. */
const heading = (previous: SearchLine | undefined, line: SearchLine): string[] => {
  if (previous?.path !== line.path) return previous === undefined ? [line.path] : ["", line.path];
  const leftOut = line.line > previous.line + 1 && !(previous.match && line.match);
  return leftOut ? ["--"] : [];
};

const numberedLine = ({ line, text, match }: SearchLine): string =>
  `${line}${match ? ":" : "-"} ${shortLine(text, maxLineChars)}`;

const maxLineChars = 500;
