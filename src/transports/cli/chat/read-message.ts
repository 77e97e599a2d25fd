/** Reads a message: a line, or several of which all but the last end with a backslash. */
import { painter } from "../../terminal/paint.ts";
import { stopping } from "../stopping.ts";
import type { StopSignal, Surroundings } from "../surroundings.ts";

/** What came: a message, a signal instead of one, or the end of the input. */
export type Read =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "signal"; readonly signal: StopSignal }
  | { readonly kind: "end" };

/** A prompt is shown only to a person. */
export const readMessage = async (surroundings: Surroundings): Promise<Read> => {
  const { stdin, stderr, env, onSignal } = surroundings;
  const paint = painter(stderr.terminal, env);
  const stop = stopping(onSignal);
  const lines: string[] = [];
  try {
    for (;;) {
      if (stdin.terminal) stderr.write(paint("bold", lines.length === 0 ? "\n› " : "… "));
      const line = await stdin.line(stop.asked);
      if (line === undefined && lines.length === 0) return { kind: "end" };
      lines.push(line?.replace(/\\$/u, "") ?? "");
      if (!line?.endsWith("\\")) return { kind: "message", text: lines.join("\n").trim() };
    }
  } catch (error) {
    const signal = stop.signal();
    if (signal === undefined) throw error;
    return { kind: "signal", signal };
  } finally {
    stop.forget();
  }
};
