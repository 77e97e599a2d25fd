/** Reads a process's outputs as text, as they come. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Exec } from "../contract/world.ts";
import { type KeptText, keptText } from "./output.ts";

/** What has been read so far; `close` stops reading. `complete` resolves when every output has ended. */
export interface Collected {
  readonly complete: Promise<unknown>;
  readonly close: () => { readonly stdout: string; readonly stderr: string };
}

/** 16 million characters: whatever a person would call output is kept whole, and `yes` fills no memory. */
const defaultMaxChars = 16_000_000;

/** Bytes that are no UTF-8 become U+FFFD; characters cut by a chunk's end are put together again. */
export const collect = (outputs: readonly Readable[], { maxChars = defaultMaxChars, output }: Exec): Collected => {
  const kept = outputs.map(() => keptText(maxChars));
  const ends = outputs.map((source, index) =>
    readInto(source, kept[index] as KeptText, (text) => output?.(text, index === 0 ? "stdout" : "stderr")),
  );
  return {
    complete: Promise.all(ends),
    close: () => {
      for (const source of outputs) source.destroy();
      return { stdout: kept[0]?.text() ?? "", stderr: kept[1]?.text() ?? "" };
    },
  };
};

const readInto = (source: Readable, kept: KeptText, output: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const add = (text: string): void => {
    if (text === "") return;
    kept.add(text);
    output(text);
  };
  source.on("data", (chunk: Uint8Array) => {
    add(decoder.decode(chunk, { stream: true }));
  });
  // `finished` also knows of an output that ended before anyone listened.
  return finished(source, { writable: false })
    .catch(() => undefined)
    .then(() => add(decoder.decode()));
};
