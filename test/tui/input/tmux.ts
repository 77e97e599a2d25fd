/** A program in a real terminal: tmux, with a server of its own. */
import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

export interface Tmux {
  /** What is on the screen, without spaces at the ends of lines and empty lines at its end. */
  readonly screen: () => string[];
  /** tmux's names of keys, such as `C-g`; other words are typed. */
  readonly keys: (...keys: readonly string[]) => void;
  /** As a terminal pastes it, between marks when the program asked for them. */
  readonly paste: (text: string) => void;
  /** A tmux format, such as `#{alternate_on}`. */
  readonly format: (format: string) => string;
  /** Waits until the screen shows something. */
  readonly shows: (text: string) => Promise<void>;
  readonly end: () => void;
}

let count = 0;

export const tmux = (command: string, env: Readonly<Record<string, string>> = {}): Tmux => {
  const server = `kelson-input-${process.pid}-${(count += 1)}`;
  const run = (words: readonly string[], input?: string): string =>
    execFileSync("tmux", ["-L", server, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      input,
      env: { ...process.env, ...env },
    });
  const screen = (): string[] =>
    run(["capture-pane", "-p"])
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd());
  run(["new-session", "-d", "-x", "80", "-y", "24", command]);
  return {
    screen,
    keys: (...keys) => void run(["send-keys", ...keys]),
    paste: (text) => {
      run(["load-buffer", "-"], text);
      run(["paste-buffer", "-p", "-d"]);
    },
    format: (format) => run(["display-message", "-p", format]).trim(),
    shows: async (text) => {
      for (let waitedMs = 0; !screen().join("\n").includes(text); waitedMs += 50) {
        if (waitedMs > 20_000) throw new Error(`${JSON.stringify(text)} did not show:\n${screen().join("\n")}`);
        await setTimeout(50);
      }
    },
    end: () => {
      try {
        run(["kill-server"]);
      } catch {
        // It has ended by itself.
      }
    },
  };
};
