/** A face of the terminal program: where the transcript goes, and where the live regions stand. */
import type { Component, Terminal, TUI } from "@earendil-works/pi-tui";
import type { Block, Drawing } from "./drawing.ts";
import type { Layout, RegionName } from "./layout.ts";

export interface Face {
  readonly tui: TUI;
  /** Finished blocks, below those that are there. */
  readonly print: (blocks: readonly Block[]) => void;
  /** The theme or what is open has changed. */
  readonly restyle: () => void;
  /** Fills the terminal with a component; undefined gives the face back. */
  readonly view: (component: Component | undefined) => void;
  /** Takes all blocks away; another session follows. The scrollback keeps what it has. */
  readonly clear: () => void;
  readonly start: () => void;
  /** The terminal is as it was, and the transcript stands in its scrollback. */
  readonly stop: () => void;
}

export interface FaceParts {
  readonly terminal: Terminal;
  readonly drawing: () => Drawing;
  readonly layout: Layout;
  readonly regions: Readonly<Record<RegionName, Component>>;
}

export type MakeFace = (parts: FaceParts) => Face;
