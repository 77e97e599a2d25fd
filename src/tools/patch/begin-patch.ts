/** Reads the patch format of Codex: `*** Begin Patch`, file sections, `*** End Patch`. */
import { hunkHeader } from "./hunk-header.ts";
import { type FileChange, type Hunk, PatchError, type PatchLine } from "./patch.ts";
import { hunkLine, type SourceLine, textOfLines, withoutBlankEnd } from "./source-lines.ts";

export const isBegin = ({ text }: SourceLine): boolean => text.trim() === "*** Begin Patch";
export const isEnd = ({ text }: SourceLine): boolean => text.trim() === "*** End Patch";

/** The sections of a patch; `lines` are those between its first and its last. Throws PatchError. */
export const readSections = (lines: readonly SourceLine[]): FileChange[] => {
  const starts = lines.flatMap((line, index) => (header(line) === null ? [] : [index]));
  const stray = lines.slice(0, starts[0] ?? lines.length).find(({ text }) => text.trim() !== "");
  if (stray !== undefined) throw notASection(stray);
  return starts.map((start, index) => section(lines.slice(start, starts[index + 1])));
};

interface Header {
  readonly kind: "Add" | "Delete" | "Update";
  readonly path: string;
}

const header = ({ text }: SourceLine): Header | null => {
  const found = /^\*\*\* (Add|Delete|Update) File: *(.*?)\s*$/.exec(text);
  return found && { kind: found[1] as Header["kind"], path: found[2]! };
};

const section = ([first, ...body]: readonly SourceLine[]): FileChange => {
  const { kind, path } = header(first!)!;
  if (path === "") throw new PatchError(`line ${first!.number} of the patch names no file: ${first!.text}`);
  return sections[kind](path, body);
};

const sections: Readonly<Record<Header["kind"], (path: string, body: readonly SourceLine[]) => FileChange>> = {
  Add: (path, body) => ({ kind: "add", path, text: textOfLines(added(path, body)), executable: false }),
  Delete: (path, body) => {
    const more = body.find(({ text }) => text.trim() !== "");
    if (more !== undefined) throw notASection(more);
    return { kind: "delete", path, hunks: [] };
  },
  Update: (path, body) => update(path, body),
};

const added = (path: string, body: readonly SourceLine[]): PatchLine[] =>
  withoutBlankEnd(body).map((source) => {
    const line = hunkLine(source);
    if (line?.kind === "add" || source.text === "")
      return { kind: "add", text: line!.text, ending: source.ending, last: false };
    throw new PatchError(
      `line ${source.number} of the patch: every line of the new file ${path} begins with +, not ${shown(source.text)}`,
    );
  });

const update = (path: string, body: readonly SourceLine[]): FileChange => {
  const move = body[0] === undefined ? null : /^\*\*\* Move to: *(.*?)\s*$/.exec(body[0].text);
  if (move?.[1] === "") throw new PatchError(`line ${body[0]!.number} of the patch names no file: ${body[0]!.text}`);
  const hunks = readHunks(path, move === null ? body : body.slice(1));
  if (hunks.length === 0 && move === null) throw new PatchError(`the patch says to update ${path}, but not how`);
  return { kind: "update", path, moveTo: move?.[1], hunks };
};

/** The first hunk needs no `@@`; several of them in a row name lines from the outside in. */
const readHunks = (path: string, body: readonly SourceLine[]): Hunk[] => {
  const hunks: Hunk[] = [];
  let place: Pick<Hunk, "anchors" | "line"> = { anchors: [], line: undefined };
  let lines: SourceLine[] = [];
  const close = (atEnd: boolean): void => {
    const kept = atEnd ? lines : withoutBlankEnd(lines);
    lines = [];
    if (kept[0] === undefined) return;
    hunks.push({ patchLine: kept[0].number, lines: kept.map((line) => readLine(path, line)), ...place, atEnd });
    place = { anchors: [], line: undefined };
  };
  for (const source of body) {
    const head = hunkHeader(source.text);
    if (head !== undefined) {
      close(false);
      const anchors = head.anchor === undefined ? place.anchors : [...place.anchors, head.anchor];
      place = { anchors, line: head.line };
    } else if (/^\*\*\* End of File\s*$/.test(source.text)) close(true);
    else lines.push(source);
  }
  close(false);
  return hunks;
};

const readLine = (path: string, source: SourceLine): PatchLine => {
  const line = hunkLine(source);
  if (line !== undefined) return line;
  throw new PatchError(
    `line ${source.number} of the patch, in ${path}, begins with none of space, +, - and @@: ${shown(source.text)}; ` +
      "a line of context begins with a space",
  );
};

const notASection = ({ number, text }: SourceLine): PatchError =>
  new PatchError(
    `line ${number} of the patch belongs to no file: ${shown(text)}; ` +
      "a section begins with *** Add File: path, *** Delete File: path or *** Update File: path",
  );

const shown = (text: string): string => JSON.stringify(text.slice(0, 80));
