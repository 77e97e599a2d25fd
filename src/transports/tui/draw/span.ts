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

/** With as few sequences as it takes. */
export const painted = (spans: readonly Span[], { paint, links }: Drawing): string => {
  let line = "";
  for (let at = 0; at < spans.length;) {
    const { role, link } = spans[at] as Span;
    let said = "";
    for (; at < spans.length && spans[at]?.role === role && spans[at]?.link === link; at += 1) said += spans[at]?.text;
    const text = harmless(said);
    const words = role === "text" && text.trim() === "" ? text : paint(role, text);
    line +=
      links === true && link !== undefined ? `${linkStart}${link}${linkBreak}${words}${linkStart}${linkBreak}` : words;
  }
  return line;
};

/** Whoever makes a span has cleaned its text; where one has not, nothing is obeyed all the same. */
const harmless = (said: string): string => {
  const clean = unclean.test(said) ? cleanLine(said) : said;
  // No column for pi-tui, one for some terminals.
  return clean.includes(softHyphen) ? clean.replaceAll(softHyphen, "") : clean;
};

// oxlint-disable-next-line no-control-regex
const unclean = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const softHyphen = "\u00ad";

/** OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
const linkStart = "\u001B]8;;";
const linkBreak = "\u001B\\";
