/** An edit of a text, decided without touching anything: the new text, or a sentence that says why there is none. */
import { counted } from "./counted.ts";
import { nearestLines } from "./nearest-lines.ts";
import { linesOf, numbered } from "./numbered-lines.ts";
import { lfView, lineAt, occurrences, replaceAt } from "./replace-text.ts";

/** What a model asks for. */
export interface Edit {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

export type Edited =
  | { readonly ok: true; readonly text: string; readonly summary: string }
  | { readonly ok: false; readonly message: string };

export const editText = (text: string, edit: Edit): Edited => {
  const view = lfView(text);
  const [wanted, replacement] = [lfView(edit.old_string), lfView(edit.new_string)];
  if (wanted === "") return refused("old_string is empty; give the text to replace, or use write_file.");
  if (wanted === replacement) return refused("old_string and new_string are the same; nothing would change.");
  const places = occurrences(view, wanted);
  if (places.length === 0) return refused(notFound(edit.path, view, wanted));
  if (places.length > 1 && !edit.replace_all) return refused(ambiguous(edit.path, view, places));
  const changed = replaceAt(text, places, { length: wanted.length, replacement });
  const summary =
    places.length > 1
      ? `Replaced ${counted(places.length, "occurrence")} in ${edit.path}.`
      : `Edited ${edit.path}; it now reads:\n${excerpt(changed, lineAt(view, places[0]!), linesOf(replacement).length)}`;
  return { ok: true, text: changed, summary };
};

const maxShownPlaces = 10;
const maxShownLines = 12;

const refused = (message: string): Edited => ({ ok: false, message });

const notFound = (path: string, view: string, wanted: string): string => {
  const lines = linesOf(view);
  const wantedLines = linesOf(wanted);
  const sentence = `old_string is not in ${path}`;
  if (wantedLines.every((line) => /^\s*\d+\t/.test(line)))
    return `${sentence}: it seems to hold the line numbers of read_file, which are not in the file.`;
  const nearest = nearestLines(lines, wantedLines);
  if (nearest === undefined) return `${sentence}, nor anything like it; read the file again.`;
  const shown = lines.slice(nearest.start, nearest.start + Math.min(nearest.count, maxShownLines));
  const like = nearest.onlySpace ? "These lines differ from it only in white space" : "The nearest lines are";
  return `${sentence}. ${like}:\n${numbered(shown, nearest.start + 1)}`;
};

const ambiguous = (path: string, view: string, places: readonly number[]): string => {
  const shown = places.slice(0, maxShownPlaces).map((place) => lineAt(view, place));
  const more = places.length > shown.length ? " …" : "";
  return (
    `old_string occurs ${places.length} times in ${path}, at lines ${shown.join(", ")}${more}; ` +
    `take in lines around it until it is unique, or set replace_all.`
  );
};

/** Some lines of the text, with one more on each side. */
const excerpt = (text: string, line: number, count: number): string => {
  const first = Math.max(1, line - 1);
  const last = Math.min(line + count, first - 1 + maxShownLines);
  return numbered(linesOf(lfView(text)).slice(first - 1, last), first);
};
