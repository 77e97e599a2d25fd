/** Why a hunk does not fit, for the model that wrote it: which hunk, and the lines that are nearest to what it wanted. */
import { nearestLines } from "../nearest-lines.ts";
import { numbered } from "../numbered-lines.ts";
import type { Hunk } from "./patch.ts";

interface Where {
  readonly path: string;
  readonly lines: readonly string[];
  readonly hunk: Hunk;
  readonly from: number;
}

const maxLines = 12;

/** `what` names the lines that were wanted. */
export const notThere = ({ path, lines, hunk, from }: Where, wanted: readonly string[], what: string): string => {
  const sentence = `${path} (line ${hunk.patchLine} of the patch): ${what} ${what.startsWith("these") ? "are" : "is"} not there`;
  const sought = wanted.slice(0, maxLines).map((line) => `  ${line}`);
  const nearest = nearestLines(lines, wanted);
  if (nearest === undefined)
    return [
      `${sentence}${hunk.atEnd ? ", at the end of the file" : ""}:`,
      ...sought,
      "Nothing in the file is like them; read it again.",
    ].join("\n");
  const start = hunk.atEnd ? Math.max(0, lines.length - wanted.length) : nearest.start;
  const shown = lines.slice(start, start + Math.min(Math.max(nearest.count, wanted.length), maxLines));
  const place = hunk.atEnd ? ", at the end of the file" : from > 0 ? `, from line ${from + 1} on` : "";
  return [
    `${sentence}${place}:`,
    ...sought,
    hunk.atEnd ? "The file ends with:" : "The nearest lines are:",
    numbered(shown, start + 1),
  ].join("\n");
};

/** For lines that are there, but not where the hunk may go. */
export const misplaced = ({ path, hunk, from }: Where, at: number): string => {
  const sentence = `${path} (line ${hunk.patchLine} of the patch): its lines are at line ${at + 1}`;
  if (hunk.atEnd) return `${sentence}, which is not the end of the file as *** End of File says`;
  return hunk.anchors.length > 0 && at >= from
    ? `${sentence}, which is not below its @@ line`
    : `${sentence}, above the end of the hunk before it; hunks go from the top down and do not overlap`;
};
