/** Guards the terminal while the screen has it: what others write is told, and whatever ends the program, it is as it was found. */
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

export interface Guarded {
  /** Hears what others write to standard error. */
  readonly tell: (text: string) => void;
  /** Stops the face: what it showed stays readable, and the cursor stands below. */
  readonly stop: () => void;
}

/** Gives back what ends the guard. */
export const guardTerminal = ({ tell, stop }: Guarded): (() => void) => {
  const restore = (): void => {
    try {
      writeSync(process.stdout.fd, sane);
      process.stdin.setRawMode?.(false);
    } catch {
      // The terminal is gone.
    }
  };
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    const text = (typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()).trim();
    if (text !== "") tell(text);
    return true;
  };
  // Node tells the fault next, and ends the program: what it writes is to stand below all else.
  const failed = (): void => {
    try {
      stop();
    } catch {
      // Whatever was wrong with the face, the end of the process restores the terminal.
      return;
    }
    process.off("exit", restore);
  };
  process.on("exit", restore);
  process.on("uncaughtExceptionMonitor", failed);
  return () => {
    process.off("exit", restore);
    process.off("uncaughtExceptionMonitor", failed);
    process.stderr.write = write;
  };
};
