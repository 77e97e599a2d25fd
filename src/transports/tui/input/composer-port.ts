/** What the screen knows of the input: where it is drawn, and what comes out of it. */
import type { Component } from "@earendil-works/pi-tui";
import type { ContentPart } from "../../../contract/message.ts";
import type { Choice } from "../screen.ts";
import type { Paint } from "../theme.ts";

/** What was typed, with attachments; sent when it is handed out. */
export interface Said {
  /** As it was typed, for history and for commands. */
  readonly text: string;
  readonly parts: readonly ContentPart[];
}

export interface Composer {
  readonly component: Component;
  readonly text: () => string;
  readonly set: (text: string) => void;
  /** Opens the text in `$VISUAL` or `$EDITOR`; the terminal is lent to it meanwhile. */
  readonly openEditor: () => Promise<void>;
}

export interface ComposerParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paint: () => Paint;
  /** Commands and skills, for completion after a slash; `choices` completes what follows one. */
  readonly commands: () => readonly {
    readonly name: string;
    readonly takes?: string | undefined;
    readonly about: string;
    readonly choices?: (() => Promise<readonly Choice[]>) | undefined;
  }[];
  /** A message or a command. `steer`: it was sent with the key that steers. */
  readonly onSaid: (said: Said, how: { readonly steer: boolean }) => void;
  /** A line that began with `!`, without it. */
  readonly onShell: (command: string) => void;
  /** What a person should know, such as that a file is too large to attach. */
  readonly tell: (level: "note" | "warning" | "error", text: string) => void;
}
