/** Shows a text of the program: below the transcript, or in a viewer that scrolls when it is longer than the terminal. */
import { cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { wrap } from "./fit.ts";
import { heading, scroller } from "./scroller.ts";

export interface Shown {
  readonly title: string;
  readonly text: string;
}

/** So many rows are left for the input and what stands around it. */
const roomForInput = 8;

export const showText = async (screen: Screen, { title, text }: Shown): Promise<void> => {
  const lines = cleanText(text).replaceAll("\t", "  ").trimEnd().split("\n");
  const draw = (index: number, { columns }: Drawing): Lines => wrap(lines[index] ?? "", columns);
  const drawAll = (drawing: Drawing): Lines => lines.flatMap((_, index) => draw(index, drawing));
  const rows = drawAll(screen.drawing()).length;
  // Whoever listens to a linear screen goes back in it himself.
  if (screen.drawing().plain || rows <= Math.max(1, screen.tui.terminal.rows - roomForInput)) {
    screen.print({ draw: (drawing) => [heading(title, drawing), ...drawAll(drawing)] });
    return;
  }
  await screen.view<void>((done) =>
    scroller(screen, { title: () => title, count: () => lines.length, draw, done: () => done() }),
  );
};
