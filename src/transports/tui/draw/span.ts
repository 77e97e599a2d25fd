/** A piece of text that looks alike throughout. What is drawn is laid out as spans, and painted last, so that no width depends on a colour. */
import { cleanLine } from "../../terminal/clean.ts";
import type { Drawing } from "../drawing.ts";
import type { Role } from "../theme.ts";

/** `text` is clean and holds neither a line feed nor a tab; `link` is an address that is safe to follow. */
export interface Span {
  readonly text: string;
  readonly role: Role;
  readonly link?: string | undefined;
}

export const span = (role: Role, text: string): Span => ({ role, text });

export const textOfSpans = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");

export const painted = (spans: readonly Span[], { paint, links }: Drawing): string =>
  spans
    .map(({ role, text: said, link }) => {
      // Whoever makes a span has cleaned its text; where one has not, nothing is obeyed all the same.
      const clean = unclean.test(said) ? cleanLine(said) : said;
      // No column for pi-tui, one for some terminals.
      const text = clean.includes(softHyphen) ? clean.replaceAll(softHyphen, "") : clean;
      const words = role === "text" ? text : paint(role, text);
      return links === true && link !== undefined
        ? `${linkStart}${link}${linkBreak}${words}${linkStart}${linkBreak}`
        : words;
    })
    .join("");

// oxlint-disable-next-line no-control-regex
const unclean = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const softHyphen = "\u00ad";

/** OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
const linkStart = "\u001B]8;;";
const linkBreak = "\u001B\\";
