/** The fixed face: a full screen with header, transcript, input and status; the transcript goes to the scrollback at the end. */
import { type Component, TuiAltScreen, type TuiMouseEvent } from "@earendil-works/pi-tui";
import type { Block, Drawing } from "../drawing.ts";
import type { Face, FaceParts } from "../face.ts";
import { transcriptView } from "./transcript-view.ts";

/** At most so much of the transcript is left behind. */
const maxKept = 1_000;

export interface FixedFace extends Face {
  /** Scrolls by lines, by screens (`page`), or to an end. */
  readonly scroll: (by: number | "page-up" | "page-down" | "top" | "end") => void;
}

export const fixedFace =
  (keepsTranscript: boolean) =>
  ({ terminal, drawing, layout, regions }: FaceParts): FixedFace => {
    const tui = new TuiAltScreen(terminal, false, undefined, { mouse: true });
    const transcript = transcriptView();
    let rows = 0;
    let above = 0;

    const drawn = (name: (typeof layout)[number], columns: number): string[] =>
      layout.includes(name) ? regions[name].render(columns) : [];
    const parts = (columns: number): string[] => {
      const header = drawn("header", columns);
      const bottom = layout
        .filter((name) => name !== "header" && name !== "reply")
        .flatMap((name) => regions[name].render(columns));
      const live = drawn("reply", columns);
      rows = Math.max(0, terminal.rows - header.length - bottom.length);
      above = header.length;
      const look: Drawing = { ...drawing(), columns };
      const middle = transcript.draw(look, rows, live);
      const more = transcript.below();
      const hint = look.paint("accent", `▼ ${more} more below`);
      return [...header, ...(more > 0 ? [...middle.slice(0, -1), hint] : middle), ...bottom].slice(-terminal.rows);
    };
    const mouse = (event: TuiMouseEvent) => {
      if (event.type === "wheel") transcript.scroll(3 * Math.sign(event.wheelDelta ?? 0));
      else if (event.type === "click" && event.button === "left") transcript.toggle(event.y - above);
      else return undefined;
      return { handled: true, render: true };
    };
    const root: Component = { render: parts, handleMouse: mouse, invalidate: () => {} };
    const show = (component: Component): void => {
      tui.setLayoutRoot(component);
      tui.requestRender(true);
    };

    return {
      tui,
      print: (blocks) => {
        transcript.add(blocks);
        tui.requestRender();
      },
      restyle: () => {
        transcript.restyle();
        tui.invalidate();
        tui.requestRender(true);
      },
      view: (component) => show(component ?? root),
      clear: () => transcript.clear(),
      scroll: (by) => {
        if (by === "top") transcript.toTop();
        else if (by === "end") transcript.toEnd();
        else transcript.scroll(typeof by === "number" ? by : by === "page-up" ? 1 - rows : rows - 1);
        tui.requestRender();
      },
      start: () => {
        show(root);
        tui.start();
      },
      stop: () => {
        tui.stop({ preserveScreen: true });
        if (keepsTranscript) terminal.write(leftBehind(transcript.blocks(), drawing()));
      },
    };
  };

const leftBehind = (blocks: readonly Block[], drawing: Drawing): string =>
  blocks
    .slice(-maxKept)
    .flatMap((block) => block.draw(drawing))
    .map((line) => `${line}\u001b[0m\r\n`)
    .join("");
