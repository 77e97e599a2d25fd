/** How the screen looks now: its theme, and what is open. */
import { highlight } from "./draw/highlight.ts";
import type { Drawing } from "./drawing.ts";
import type { Theme } from "./theme.ts";

export interface Look {
  readonly drawing: () => Drawing;
  readonly theme: () => Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly setOpen: (open: boolean) => void;
}

export interface LookParts {
  readonly theme: Theme;
  readonly plain: boolean;
  readonly links: boolean;
  /** Called when more could be drawn in colours than was. */
  readonly redraw: () => void;
  readonly columns: () => number;
  readonly now: () => number;
}

export const look = ({ theme: first, plain, links, redraw, columns, now }: LookParts): Look => {
  const colors = highlight(redraw);
  let theme = first;
  let open = false;
  return {
    drawing: () => ({
      columns: columns(),
      paint: theme.paint,
      open,
      plain,
      links,
      highlight: colors,
      now: now(),
    }),
    theme: () => theme,
    setTheme: (next) => void (theme = next),
    setOpen: (next) => void (open = next),
  };
};
