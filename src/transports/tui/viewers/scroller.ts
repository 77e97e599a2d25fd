/** Scrolls through pieces that are drawn only where they are seen: lines of a text, or items of a transcript that grows. */
import type { Component } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { fit } from "./fit.ts";
import { keyHints, type Move, moveOf } from "./keys.ts";

export interface Scrolled {
  readonly title: () => string;
  readonly count: () => number;
  readonly draw: (index: number, drawing: Drawing) => Lines;
  /** Begins at the end, and stays there while more comes. */
  readonly follows?: boolean | undefined;
  /** What one more key does, beside those that scroll. */
  readonly also?: { readonly key: string; readonly does: string; readonly press: () => void } | undefined;
  readonly done: () => void;
}

/** Where the first line that is seen stands: in which piece, and which line of it. */
interface Spot {
  readonly index: number;
  readonly line: number;
}

/** As many lines as the terminal has rows. */
export const scroller = (screen: Pick<Screen, "drawing" | "tui">, scrolled: Scrolled): Component => {
  const { title, count, draw, done, also } = scrolled;
  /** Undefined: the end is seen, whatever comes. */
  let top: Spot | undefined = scrolled.follows === true ? undefined : { index: 0, line: 0 };
  const height = (): number => Math.max(1, screen.tui.terminal.rows - chrome);

  const moved = (from: Spot, by: number, drawing: Drawing): Spot | undefined => {
    let { index, line } = from;
    line += by;
    while (line < 0 && index > 0) {
      index -= 1;
      line += draw(index, drawing).length;
    }
    while (index < count() && line >= draw(index, drawing).length) {
      line -= draw(index, drawing).length;
      index += 1;
    }
    return index >= count() ? undefined : { index, line: Math.max(0, line) };
  };
  const atEnd = (drawing: Drawing): Spot => {
    let left = height();
    for (let index = count() - 1; index >= 0; index -= 1) {
      const { length } = draw(index, drawing);
      if (length >= left) return { index, line: length - left };
      left -= length;
    }
    return { index: 0, line: 0 };
  };
  const seen = (from: Spot, drawing: Drawing): string[] => {
    const lines: string[] = [];
    for (let index = from.index; index < count() && lines.length < height(); index += 1) {
      lines.push(...draw(index, drawing).slice(index === from.index ? from.line : 0));
    }
    return lines.slice(0, height());
  };
  const move = (way: Move): void => {
    const drawing = screen.drawing();
    const page = Math.max(1, height() - 1);
    const by = { up: -1, down: 1, pageUp: -page, pageDown: page }[way as string];
    if (way === "cancel" || way === "confirm") done();
    else if (way === "top" || way === "home") top = { index: 0, line: 0 };
    else if (way === "bottom" || way === "end") top = undefined;
    else if (by !== undefined) top = moved(top ?? atEnd(drawing), by, drawing);
  };
  return {
    invalidate: () => {},
    handleInput: (data) => {
      const way = data === "q" ? "cancel" : moveOf(data, ways);
      if (way !== undefined) move(way);
      else if (data === also?.key) also.press();
    },
    render: (width) => {
      const drawing = { ...screen.drawing(), columns: width };
      const end = atEnd(drawing);
      // Below the end there is nothing to see.
      if (top !== undefined && isAfter(top, end)) top = undefined;
      const from = top ?? end;
      const lines = seen(from, drawing);
      const empty = Array.from({ length: height() - lines.length }, () => "");
      return [
        heading(title(), drawing),
        ...lines,
        ...empty,
        footing([where(from, end, count()), ...(also === undefined ? [] : [`${also.key} ${also.does}`])], drawing),
      ];
    },
  };
};

/** Heading and footing. */
const chrome = 2;

const ways = ["cancel", "confirm", "up", "down", "pageUp", "pageDown", "top", "bottom", "home", "end"] as const;

const isAfter = (one: Spot, other: Spot): boolean =>
  one.index > other.index || (one.index === other.index && one.line >= other.line);

const where = (from: Spot, end: Spot, count: number): string => {
  if (from.index === end.index && from.line === end.line) return count === 0 ? "nothing yet" : "end";
  return `${Math.floor((from.index / Math.max(1, count)) * 100)} %`;
};

export const heading = (title: string, { columns, paint }: Drawing): string =>
  paint("heading", fit(cleanLine(title), columns));

const footing = (before: readonly string[], { columns, paint }: Drawing): string => {
  const hints = keyHints([
    [["up", "down"], "scroll"],
    [["pageUp", "pageDown"], "by pages"],
    [["end"], "to the end"],
    [["cancel"], "back"],
  ]);
  return paint("dim", fit([...before, hints].join(" · "), columns));
};
