/** The inline face: in the normal scrollback, finished blocks above, the live regions below. */
import type { MakeFace } from "../face.ts";
import { InlineScreen } from "./inline-screen.ts";

export const inlineFace: MakeFace = ({ terminal, drawing, layout, regions }) => {
  const tui = new InlineScreen(terminal);
  for (const name of layout) if (name !== "header") tui.addChild(regions[name]);
  return {
    tui,
    print: (blocks) => {
      for (const block of blocks) tui.print(block.draw(drawing()));
    },
    restyle: () => {
      tui.invalidate();
      tui.requestRender(true);
    },
    view: (component) => tui.view(component),
    clear: () => {},
    start: () => tui.start(),
    stop: () => tui.stop(),
  };
};
