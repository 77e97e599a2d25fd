/** What the tools that run commands say of how a command ended. */
import type { CallFailure } from "../contract/error.ts";
import type { Exit } from "../contract/world.ts";
import { counted } from "./counted.ts";

/** The most seconds that a command may take. */
export const maxSeconds = 600;

/** A command that failed is a failed call: whoever watches sees it at once, and the model reads its output below. */
export const problem = (
  exit: Exit,
  timeoutSeconds: number,
): { readonly category: CallFailure; readonly message: string } | undefined => {
  if (exit.ended === "timeout") return { category: "timeout", message: tooLong(timeoutSeconds) };
  if (exit.ended === "aborted") return { category: "interrupted", message: "stopped before it was done" };
  if (exit.code === 0) return undefined;
  return { category: "exception", message: exit.code === null ? `ended by ${exit.signal}` : `exit code ${exit.code}` };
};

/** Output and notes as one text, each on its own lines. */
export const outputText = (...pieces: readonly string[]): string => {
  const text = pieces
    .map((piece) => piece.replace(/\n$/, ""))
    .filter((piece) => piece !== "")
    .join("\n");
  return text === "" ? "[no output]" : text;
};

/** Empty when nothing was left running. */
export const leftovers = ({ leftovers: count }: Exit): string =>
  count === 0 ? "" : `[${counted(count, "background process")} ended with the call.]`;

const tooLong = (seconds: number): string =>
  `not done after ${counted(seconds, "second")}, and so ended; timeout_seconds can be ${maxSeconds} at most`;
