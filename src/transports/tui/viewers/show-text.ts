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

export const showText = (screen: Screen, { title, text }: Shown): Promise<void> => {
  const lines = cleanText(text).replaceAll("\t", "  ").trimEnd().split("\n");
  return showPieces(screen, {
    title,
    pieces: lines.map(
      (line) =>
        ({ columns }) =>
          wrap(line, columns),
    ),
  });
};

/** So many rows are left for the input and what stands around it. */
const roomForInput = 8;

export interface ShownPieces {
  readonly title: string;
  readonly pieces: readonly ((drawing: Drawing) => Lines)[];
}

/** The same with pieces that draw themselves. */
export const showPieces = async (screen: Screen, { title, pieces }: ShownPieces): Promise<void> => {
  const drawAll = (drawing: Drawing): Lines => pieces.flatMap((piece) => piece(drawing));
  const rows = drawAll(screen.drawing()).length;
  // Whoever listens to a linear screen goes back in it himself.
  if (screen.drawing().plain || rows <= Math.max(1, screen.tui.terminal.rows - roomForInput)) {
    screen.print({ draw: (drawing) => [heading(title, drawing), ...drawAll(drawing)] });
    return;
  }
  await viewPieces(screen, { title, pieces });
};

/** In a viewer, however few they are. */
export const viewPieces = (screen: Screen, { title, pieces }: ShownPieces): Promise<void> =>
  screen.view<void>((done) =>
    scroller(screen, {
      title: () => title,
      count: () => pieces.length,
      draw: (index, drawing) => pieces[index]?.(drawing) ?? [],
      done: () => done(),
    }),
  );
