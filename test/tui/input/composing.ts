/** A composer in a recording terminal, and what comes out of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { TuiMainScreen } from "@earendil-works/pi-tui";
import { onTestFinished } from "vitest";
import type { Composer, ComposerParts, Said } from "../../../src/transports/tui/input/composer-port.ts";
import { composer } from "../../../src/transports/tui/input/composer.ts";
import { keys } from "../../../src/transports/tui/input/keys.ts";
import { recordingTerminal, type RecordingTerminal } from "./recording-terminal.ts";

export interface Composing {
  readonly composer: Composer;
  readonly terminal: RecordingTerminal;
  /** Sends each as one read, and lets the program come to rest after each. */
  readonly type: (...reads: readonly string[]) => Promise<void>;
  /** The lines of the input without colours and trailing spaces. */
  readonly shown: (width?: number) => string[];
  readonly said: (Said & { readonly steer: boolean })[];
  readonly shell: string[];
  readonly told: string[];
}

export const composing = (parts: Partial<ComposerParts> = {}): Composing => {
  const terminal = recordingTerminal();
  const tui = new TuiMainScreen(terminal);
  const said: Composing["said"] = [];
  const shell: string[] = [];
  const told: string[] = [];
  const made = composer(tui, {
    cwd: () => "/",
    env: {},
    paint: () => (_role, text) => text,
    plain: () => false,
    keys: keys(),
    historyFile: undefined,
    redact: (text) => text,
    isSecret: () => false,
    commands: () => [],
    onSaid: (one, { steer }) => said.push({ ...one, steer }),
    onShell: (command) => shell.push(command),
    tell: (_level, text) => told.push(text),
    ...parts,
  });
  tui.addChild(made.component);
  tui.setFocus(made.component);
  tui.start();
  return {
    composer: made,
    terminal,
    type: async (...reads) => {
      for (const bytes of reads) {
        terminal.send(bytes);
        await setTimeout(3);
      }
    },
    shown: (width = 80) =>
      made.component
        .render(width)
        .map((line) => stripVTControlCharacters(line).replaceAll("\u001b_pi:c\u0007", "").trimEnd()),
    said,
    shell,
    told,
  };
};

/** Waits until something is so, and fails with what there is when it takes too long. */
export const until = async (is: () => boolean, there: () => unknown): Promise<void> => {
  for (let waitedMs = 0; !is(); waitedMs += 10) {
    if (waitedMs > 10_000) throw new Error(`it did not come to be: ${JSON.stringify(there())}`);
    await setTimeout(10);
  }
};

/** One for this test. */
export const directory = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "kelson-input-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};
