/** Reads the hunks of one file in a unified diff. */
import { hunkHeader, type HunkHeader } from "./hunk-header.ts";
import { type Hunk, PatchError, type PatchLine } from "./patch.ts";
import { hunkLine, type SourceLine, withoutBlankEnd } from "./source-lines.ts";

/** The hunks from `at` on, and where they end. Throws PatchError. */
export const unifiedHunks = (source: readonly SourceLine[], at: number): { hunks: Hunk[]; next: number } => {
  const hunks: Hunk[] = [];
  let next = at;
  for (;;) {
    const first = source[next];
    const header = first === undefined ? undefined : hunkHeader(first.text);
    if (first === undefined || header === undefined) return { hunks, next };
    const body = counted(source, next + 1, header.counts) ?? upToNext(source, next + 1);
    if (body.lines.length === 0) throw new PatchError(`the hunk at line ${first.number} of the patch has no lines`);
    hunks.push({
      patchLine: first.number,
      lines: body.lines,
      anchors: header.anchor === undefined ? [] : [header.anchor],
      line: header.line,
      atEnd: false,
    });
    ({ next } = body);
  }
};

/** Whether a file's header begins here. */
export const beginsFile = (source: readonly SourceLine[], at: number): boolean => {
  const text = source[at]?.text ?? "";
  return (
    text.startsWith("diff --git ") || (text.startsWith("--- ") && source[at + 1]?.text.startsWith("+++ ") === true)
  );
};

interface Body {
  readonly lines: PatchLine[];
  readonly next: number;
}

/** As many lines as the header says. Undefined when they are not there or more follow: models often miscount. */
const counted = (source: readonly SourceLine[], at: number, counts: HunkHeader["counts"]): Body | undefined => {
  if (counts === undefined) return undefined;
  let { old, young } = counts;
  const lines: PatchLine[] = [];
  let next = at;
  for (; old > 0 || young > 0; next += 1) {
    const here = source[next];
    if (here !== undefined && marksLast(here)) markLast(lines);
    else {
      const line = here === undefined ? undefined : hunkLine(here);
      if (line === undefined) return undefined;
      if (line.kind !== "add") old -= 1;
      if (line.kind !== "remove") young -= 1;
      if (old < 0 || young < 0) return undefined;
      lines.push(line);
    }
  }
  if (source[next] !== undefined && marksLast(source[next]!)) {
    markLast(lines);
    next += 1;
  }
  return goesOn(source, next) ? undefined : { lines, next };
};

/** Whether a line that can only belong to the hunk follows; `-- ` begins the signature of a mail. */
const goesOn = (source: readonly SourceLine[], at: number): boolean => {
  const text = source[at]?.text ?? "";
  return /^[ +-]/.test(text) && text.trimEnd() !== "--" && !beginsFile(source, at);
};

/** All lines up to the next header, whatever they count. */
const upToNext = (source: readonly SourceLine[], at: number): Body => {
  const ends = (text: string, index: number): boolean =>
    hunkHeader(text) !== undefined || text.startsWith("```") || beginsFile(source, index);
  const found = source.findIndex(({ text }, index) => index >= at && ends(text, index));
  const next = found === -1 ? source.length : found;
  const lines: PatchLine[] = [];
  for (const here of withoutBlankEnd(source.slice(at, next))) {
    const line = hunkLine(here);
    if (marksLast(here)) markLast(lines);
    else if (line !== undefined) lines.push(line);
    else throw notALine(here);
  }
  return { lines, next };
};

const notALine = ({ number, text }: SourceLine): PatchError =>
  new PatchError(
    `line ${number} of the patch begins with none of space, + and -: ${JSON.stringify(text.slice(0, 80))}; ` +
      "a line of context begins with a space",
  );

const marksLast = ({ text }: SourceLine): boolean => text.startsWith("\\ ");

const markLast = (lines: PatchLine[]): void => {
  const line = lines.pop();
  if (line !== undefined) lines.push({ ...line, last: true });
};
