/** What a command or a key may do to the screen, whichever face it has. */
import type { Component, TUI } from "@earendil-works/pi-tui";
import type { Command, Outcome } from "../../contract/command.ts";
import type { ImagePart } from "../../contract/message.ts";
import type { Board } from "./session/board.ts";
import type { Desk } from "./desk.ts";
import type { Block, Drawing } from "./drawing.ts";
import type { ImageProtocol } from "./images/protocol.ts";
import type { Theme } from "./theme.ts";

export interface Screen {
  readonly desk: Desk;
  readonly tui: TUI;
  /** Undefined until the session has been read. */
  readonly board: () => Board | undefined;
  readonly drawing: () => Drawing;
  /** How the terminal is given images; absent = it shows none. */
  readonly images?: ImageProtocol | undefined;
  /** Puts a block below the transcript. It belongs to the screen, and is not in the log. */
  readonly print: (block: Block) => void;
  /** One sentence, below the transcript. */
  readonly tell: (level: "note" | "warning" | "error", text: string) => void;
  /** Shows a component in place of the input until it is done; gives back what it was done with. */
  readonly ask: <T>(make: (done: (answer: T) => void) => Component) => Promise<T>;
  /** Fills the terminal with a component until it is done, and leaves what was there before. */
  readonly view: <T>(make: (done: (answer: T) => void) => Component) => Promise<T>;
  /** Why it was refused is told. */
  readonly send: (command: Command) => Promise<Outcome>;
  /** Says a text to the model as if it had been typed; skills are called so. */
  readonly say: (text: string) => Promise<void>;
  /** The text in the input. */
  readonly input: {
    readonly text: () => string;
    readonly set: (text: string) => void;
    /** Puts a text that was sent, with the pictures that it was sent with, before what is there. */
    readonly putBack: (sent: { readonly text: string; readonly images: readonly ImagePart[] }) => void;
  };
  readonly theme: () => Theme;
  /** For as long as the screen is there; `Desk.keepTheme` is for later ones. */
  readonly setTheme: (theme: Theme) => void;
  /** Whether details are shown from now on; on a full screen, also of what is there. */
  readonly setOpen: (open: boolean) => void;
  /** The session or the model is another one now: everything is read and drawn anew. */
  readonly moved: () => void;
  readonly leave: () => void;
}

/** What begins with a slash. Failures reject with a KelsonError, which is told. */
export interface ScreenCommand {
  readonly name: string;
  /** What may follow, such as `[name]`. */
  readonly takes?: string | undefined;
  readonly about: string;
  /** What may be chosen after it, for completion. */
  readonly choices?: ((screen: Screen) => Promise<readonly Choice[]>) | undefined;
  readonly run: (screen: Screen, argument: string) => Promise<void>;
}

export interface Choice {
  readonly value: string;
  readonly about?: string | undefined;
}
