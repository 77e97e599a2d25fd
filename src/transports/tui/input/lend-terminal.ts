/** Lends the terminal to another program and takes it back as it was, whatever that program did to it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { TUI } from "@earendil-works/pi-tui";

export interface Borrower {
  /** Run by `sh`; `$1` and so on are the words. */
  readonly script: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Resolves with the exit code, or the signal that ended it. The program has a screen of its own: what was shown comes back. */
export const lendTerminal = async (tui: TUI, { script, words, env }: Borrower): Promise<number | NodeJS.Signals> => {
  tui.stop({ preserveScreen: true });
  tui.terminal.write(ownScreen);
  for (const signal of fromKeys) process.on(signal, ignored);
  try {
    // The settings of the terminal line are kept by the shell, as only a program that has the terminal may ask for them.
    const kept = `saved=$(stty -g 2>/dev/null)\n(\n${script}\n)\ncode=$?\n[ -z "$saved" ] || stty "$saved"\nexit $code`;
    const running = spawn("sh", ["-c", kept, "sh", ...words], { stdio: "inherit", env });
    const [code, signal] = (await once(running, "exit")) as [number | null, NodeJS.Signals];
    return code ?? signal;
  } finally {
    for (const signal of fromKeys) process.off(signal, ignored);
    tui.terminal.write(takenBack);
    tui.start();
    // A drawing that was asked for and not done before keeps pi-tui from planning another.
    tui.renderNow();
  }
};

/** Ctrl-C and Ctrl-\ in the other program reach this process too, and are not meant for it. */
const fromKeys: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];

const ignored = (): void => {};

/** The alternate screen, emptied; the cursor's place is kept. */
const ownScreen = "\u001b[?1049h\u001b[2J\u001b[H";

/**
 * What full-screen programs switch on and leave on when they are killed, switched off (ECMA-48, and xterm's control
 * sequences): scroll region, insert mode, origin mode, application keys, mouse, focus reports, pastes, other keyboards.
 */
const takenBack = [
  "\u001b7\u001b[r\u001b8",
  "\u001b[4l\u001b[?6l\u001b[?7h\u001b[?1l\u001b>",
  "\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?1004l\u001b[?2004l\u001b[>4;0m\u001b[=0u",
  "\u001b(B\u000f\u001b[0m",
  "\u001b[?1049l",
].join("");
