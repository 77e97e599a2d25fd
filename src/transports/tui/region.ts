/** A region of the screen that is drawn anew with each frame. */
import type { Component } from "@earendil-works/pi-tui";
import type { Drawing, Lines } from "./drawing.ts";

export const region = (drawing: () => Drawing, draw: (drawing: Drawing) => Lines): Component => ({
  render: (columns) => [...draw({ ...drawing(), columns })],
  invalidate: () => {},
});
