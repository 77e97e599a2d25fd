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

/** Gives back what ends the guard. */
export const guardTerminal = (tell: (text: string) => void): (() => void) => {
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
  process.on("exit", restore);
  return () => {
    process.off("exit", restore);
    process.stderr.write = write;
  };
};
