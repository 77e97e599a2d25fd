/** The terminal with its keys, which the program hears before the components do. */
import { ProcessTerminal, type Terminal } from "@earendil-works/pi-tui";
import { terminalWith } from "./tty/terminal-with.ts";
import { typeAhead } from "./input/type-ahead.ts";

export interface Keyboard {
  readonly terminal: Terminal;
  /** When the last key was pressed; -Infinity before the first. */
  readonly lastKeyAt: () => number;
  /** Hears each key first, and says whether it took it. */
  readonly hear: (listener: (data: string) => boolean) => void;
}

export const keyboard = (now: () => number): Keyboard => {
  const terminal = new ProcessTerminal();
  let lastKeyAt = -Infinity;
  let hears = (_data: string): boolean => false;
  const start: Terminal["start"] = (onInput, onResize) =>
    terminal.start(
      typeAhead((data) => {
        lastKeyAt = now();
        if (!hears(data)) onInput(data);
      }),
      onResize,
    );
  const heard = terminalWith(terminal, { start });
  return {
    terminal: heard,
    lastKeyAt: () => lastKeyAt,
    hear: (listener) => void (hears = listener),
  };
};
