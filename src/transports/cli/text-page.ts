/** Two outputs that share one screen: the answer streams on one, lines about it go to the other, neither breaks the other. */
import type { LiveLine } from "./live-line.ts";
import type { Output } from "./surroundings.ts";

/** A model's words, a line about what happened, the summary. */
type Kind = "text" | "line" | "end";

export interface TextPage {
  /** A piece of the answer, as it comes. */
  readonly stream: (text: string) => void;
  /** Whole lines on standard error; an empty line parts one kind from another. */
  readonly lines: (text: string, kind?: Kind) => void;
  readonly wait: (what: string | undefined) => void;
  /** Ends the line that the answer stands in. */
  readonly rest: () => void;
}

export const textPage = (stdout: Output, stderr: Output, live: LiveLine): TextPage => {
  let midLine = false;
  let above: Kind | undefined;

  const rest = (): void => {
    live.clear();
    if (midLine) stdout.write("\n");
    midLine = false;
  };
  const separate = (next: Kind): void => {
    rest();
    if (above !== undefined && above !== next) stderr.write("\n");
    above = next;
  };
  return {
    stream: (text) => {
      if (text === "") return;
      if (!midLine) separate("text");
      stdout.write(text);
      midLine = !text.endsWith("\n");
    },
    lines: (text, kind = "line") => {
      if (text === "") return;
      separate(kind);
      stderr.write(text);
    },
    wait: (what) => {
      if (what === undefined || midLine) live.clear();
      else live.wait(what);
    },
    rest,
  };
};
