/** Files in the text of a message: each stands behind what was typed, in a tag that names its path. */
import type { TextPart } from "../../contract/message.ts";

export interface Attached {
  /** Of a directory the names are attached, one a line. */
  readonly kind: "file" | "directory";
  /** As it was written in the message. */
  readonly path: string;
  /** Ends with a line feed; where it lacks one, it is given one. */
  readonly text: string;
}

export const attachedPart = ({ kind, path, text }: Attached): TextPart => ({
  type: "text",
  text: `<${kind} path=${JSON.stringify(path)}>\n${text}${text.endsWith("\n") ? "" : "\n"}</${kind}>`,
});

/** What was typed, and what was attached to it. A file may hold such tags itself: only where one follows another do they part. */
export const attachedIn = (text: string): { readonly typed: string; readonly attached: readonly Attached[] } => {
  const none = { typed: text, attached: [] };
  const openings = [...text.matchAll(opening)].filter(({ index }, place) => place === 0 || closesAt(text, index));
  const attached: Attached[] = [];
  for (const [place, { 0: tag, 1: kind, 2: path, index }] of openings.entries()) {
    const end = openings[place + 1]?.index ?? text.length;
    if ((kind !== "file" && kind !== "directory") || path === undefined || !text.endsWith(`</${kind}>`, end))
      return none;
    attached.push({
      kind,
      path: JSON.parse(path) as string,
      text: text.slice(index + tag.length, end - `</${kind}>`.length),
    });
  }
  return { typed: text.slice(0, openings[0]?.index), attached };
};

/** The path is a string as JSON writes it, and no longer than paths are: a search without an end would run out of stack. */
// oxlint-disable-next-line no-control-regex
const opening = /<(file|directory) path=("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4}){0,4096}")>\n/gu;

const closesAt = (text: string, end: number): boolean =>
  text.endsWith("</file>", end) || text.endsWith("</directory>", end);
