/**
 * Large pastes. The editor shows one as `[paste #1 +9998 lines]` and moves over it as over one character. It is given a
 * stand-in of as many empty lines, so that undo, which copies what the editor holds at every word, stays small; the text
 * itself rests here.
 */
import { cleanText } from "../../terminal/clean.ts";

export interface Pastes {
  /** Keeps a text and gives its stand-in, which the editor must be given as a paste. */
  readonly keep: (text: string) => string;
  /** Puts the texts in place of their stand-ins. */
  readonly whole: (text: string) => string;
  /** Leaves them out. */
  readonly without: (text: string) => string;
  readonly forget: () => void;
}

/** What the editor shows as a paste, by its own count of lines and characters. */
export const isLarge = (text: string): boolean => text.length > 1000 || lineCount(text) > 10;

export const pastes = (): Pastes => {
  const kept = new Map<string, string>();
  let count = 0;
  return {
    keep: (text) => {
      const name = `${mark}${(count += 1)}${mark}`;
      kept.set(name, text);
      const lines = lineCount(text);
      return name + (lines > 10 ? "\n".repeat(lines - 1) : " ".repeat(text.length - name.length - 1)) + mark;
    },
    whole: (text) => text.replaceAll(standIn, (_all, name: string) => kept.get(name) ?? ""),
    without: (text) => text.replaceAll(standIn, " "),
    forget: () => kept.clear(),
  };
};

/** Text for the editor: nothing in it that a terminal obeys, and nothing that could be taken for a stand-in. */
export const shownText = (text: string): string => cleanText(text).replaceAll(mark, "");

/** A code point that is no character, reserved for use within a program. */
const mark = "\ufdd0";

const standIn = /(\ufdd0\d+\ufdd0)(?:\n+| +)\ufdd0/gu;

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
};
