/** What drawing needs to know of the screen, and what it makes: lines that fit. */
import type { Paint, Role } from "./theme.ts";

export interface Drawing {
  /** 1 at least. */
  readonly columns: number;
  readonly paint: Paint;
  /** Whether details are shown: thinking, whole inputs and outputs, whole diffs. */
  readonly open: boolean;
  /** Plain and linear, for a screen reader: words in place of signs, no boxes, nothing that moves. */
  readonly plain: boolean;
  /** Milliseconds since 1970, for what is under way. */
  readonly now: number;
  /** Whether the terminal knows links (OSC 8); absent = no. */
  readonly links?: boolean | undefined;
  /** Gives code its colours, or nothing when it cannot yet; absent = code is drawn plain. */
  readonly highlight?: Highlight | undefined;
}

/** The whole code again, in pieces that look alike; undefined for languages that it does not know. */
export type Highlight = (
  code: string,
  language: string,
) => readonly { readonly role: Role; readonly text: string }[] | undefined;

/**
 * Lines for a terminal: none is wider than `columns`, none holds a control sequence but SGR and, where `links`, our own OSC 8.
 * `imageLines` alone makes one that draws an image over those before it.
 */
export type Lines = readonly string[];

/** A finished piece of the transcript. It is drawn once in the scrollback, and as often as needed on a full screen. */
export interface Block {
  readonly draw: (drawing: Drawing) => Lines;
}
