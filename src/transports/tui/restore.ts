/** Leaves the terminal as it was found, whatever ends the program. */
import { writeSync } from "node:fs";

/** Out of the alternate screen, and without mouse, bracketed paste, key protocols; the cursor is shown, and lines wrap. */
const sane = [
  "\u001b[?2026l",
  "\u001b[?1049l",
  "\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l",
  "\u001b[?2004l\u001b[?2031l",
  "\u001b[<u\u001b[>4;0m",
  "\u001b[0m\u001b[?7h\u001b[?25h",
].join("");

/** From now on, an end that nobody prepared restores it; gives back what takes that back. */
export const restoreAtExit = (): (() => void) => {
  const restore = (): void => {
    try {
      writeSync(process.stdout.fd, sane);
      process.stdin.setRawMode?.(false);
    } catch {
      // The terminal is gone.
    }
  };
  process.on("exit", restore);
  return () => void process.off("exit", restore);
};
