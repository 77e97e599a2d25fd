/** What the screen knows of the input: where it is drawn, and what comes out of it. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import type { ContentPart } from "../../../contract/message.ts";
import type { Choice, Screen } from "../screen.ts";
import type { Paint } from "../theme.ts";
import type { Keys } from "./keys.ts";

/** What was typed, with attachments; sent when it is handed out. */
export interface Said {
  /** As it was typed, large pastes whole; for history and for commands. */
  readonly text: string;
  /** The text, then what was attached. A command's are its text alone. */
  readonly parts: readonly ContentPart[];
  /** When it was typed as a command, known or not: a slash and a word without another. A large paste is never one. */
  readonly command: { readonly name: string; readonly argument: string } | undefined;
}

export interface Composer {
  readonly component: Component & Focusable;
  /** With large pastes whole. */
  readonly text: () => string;
  /** A text that is too long to be typed in is shown as a paste. */
  readonly set: (text: string) => void;
  readonly putBack: Screen["input"]["putBack"];
  /** Whether a list or a search of the input is open: the keys that close and move in it are its own then. */
  readonly busy: () => boolean;
}

export interface ComposerParts {
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paint: () => Paint;
  /** For a screen reader: no lines around. */
  readonly plain: () => boolean;
  readonly keys: Keys;
  /** Where what was sent is remembered, in the state directory; undefined: only as long as the program runs. */
  readonly historyFile: string | undefined;
  /** Puts markers in place of secrets, before anything is remembered. */
  readonly redact: (text: string) => string;
  /** Whether a file holds credentials, by its absolute path: such a file is not attached. */
  readonly isSecret: (path: string) => boolean;
  /** Commands and skills, for completion after a slash; `choices` completes what follows one. */
  readonly commands: () => readonly CommandHint[];
  /** A message or a command. `steer`: it was sent with the key that steers. */
  readonly onSaid: (said: Said, how: { readonly steer: boolean }) => void;
  /** A line that began with `!`, without it. */
  readonly onShell: (command: string) => void;
  /** What a person should know, such as that a file is too large to attach. */
  readonly tell: (level: "note" | "warning" | "error", text: string) => void;
}

export interface CommandHint {
  readonly name: string;
  /** What may follow; in angle brackets when it must: Enter then completes the name and does not send. */
  readonly takes?: string | undefined;
  readonly about: string;
  readonly choices?: (() => Promise<readonly Choice[]>) | undefined;
}
