/** A fork begins with the lines of another session: those that stand in the scrollback are not printed again. */
import type { TranscriptItem } from "../../../folds/transcript-item.ts";
import { cleanLine } from "../../terminal/clean.ts";

/** Of the session that was shown before: its items up to the last that was printed, and the index of the first that was. */
export interface Printed {
  readonly items: readonly TranscriptItem[];
  readonly from: number;
}

export interface GoingOn {
  /** Index of the first item that does not stand above. */
  readonly from: number;
  /** Where in the scrollback it goes on, in a few words. */
  readonly where: string;
}

/** Undefined when nothing of the session stands above. */
export const printedBefore = (printed: Printed, items: readonly TranscriptItem[]): GoingOn | undefined => {
  const differs = items.findIndex((item, index) => !isSame(item, printed.items[index]));
  const from = differs === -1 ? items.length : differs;
  if (from <= printed.from) return undefined;
  const left = printed.items.slice(from).find(({ kind }) => kind === "message");
  return { from, where: left?.kind === "message" ? `before “${firstWords(left.text)}”` : "here" };
};

/** Lines of two sessions that have their place and their moment in common are the same line. */
const isSame = (one: TranscriptItem, other: TranscriptItem | undefined): boolean =>
  one.seq === other?.seq && one.at === other.at && one.kind === other.kind;

const mostChars = 60;

const firstWords = (text = "(erased)"): string => {
  const line = cleanLine(text.trim().split("\n", 1)[0] ?? "");
  return line.length > mostChars ? `${line.slice(0, mostChars)}…` : line;
};
