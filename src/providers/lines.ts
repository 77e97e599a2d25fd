/** Splits a text that arrives in pieces into its lines (NDJSON). */

export interface Lines {
  readonly feed: (chunk: string) => void;
  /** The last line, where no line break follows it. */
  readonly end: () => string;
}

/** `onLine` hears each line that is not blank. */
export const lines = (onLine: (line: string) => void): Lines => {
  let begun = "";
  return {
    feed: (chunk) => {
      const pieces = (begun + chunk).split("\n");
      begun = pieces.pop() ?? "";
      for (const piece of pieces) if (piece.trim() !== "") onLine(piece);
    },
    end: () => begun.trim(),
  };
};
