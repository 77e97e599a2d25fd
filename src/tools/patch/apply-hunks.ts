/** Applies the hunks of one file to its text, without touching anything. */
import { counted } from "../counted.ts";
import { type FileLine, fileLines, joined, usualEnding } from "./file-lines.ts";
import { misplaced, notThere } from "./hunk-error.ts";
import { type Hunk, PatchError, type PatchLine } from "./patch.ts";
import { type Place, sought, type Sought } from "./seek-lines.ts";

/** The new text, and what the model should know of how its hunks were placed. */
export interface Applied {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Hunks go from the top down and do not overlap. Throws PatchError, which shows the nearest lines. */
export const applyHunks = (path: string, text: string, hunks: readonly Hunk[]): Applied => {
  const lines = fileLines(text);
  const usual = usualEnding(lines);
  const found = locate(path, lines, hunks);
  const result: FileLine[] = [];
  let at = 0;
  for (const { hunk, start } of found) {
    result.push(...lines.slice(at, start));
    at = start;
    for (const { kind, text: line, ending } of hunk.lines) {
      if (kind === "keep") result.push(lines[at]!);
      if (kind === "add") result.push({ text: line, ending: ending ?? usual });
      else at += 1;
    }
  }
  result.push(...lines.slice(at));
  const ends = found.findLast(({ start, hunk }) => start + oldLines(hunk).length === lines.length);
  return {
    text: joined(result, usual, finalNewline(lines, ends?.hunk)),
    notes: found.flatMap(({ note }) => note),
  };
};

interface Located {
  readonly hunk: Hunk;
  readonly start: number;
  readonly note: readonly string[];
}

const locate = (path: string, lines: readonly FileLine[], hunks: readonly Hunk[]): Located[] => {
  const texts = lines.map((line) => line.text);
  const file = sought(texts);
  const located: Located[] = [];
  let from = 0;
  let drift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const name = hunks.length === 1 ? path : `${path}, hunk ${index + 1}`;
    const where = { path: name, lines: texts, hunk, from };
    const below = belowAnchors(file, where);
    const wanted = oldLines(hunk);
    const near = hunk.line === undefined ? undefined : hunk.line - 1 + drift;
    if (wanted.length === 0) {
      const start = below === undefined ? insertion(where, drift) : below + 1;
      located.push({ hunk, start, note: [] });
      from = start;
    } else {
      const only = hunk.atEnd ? lines.length - wanted.length : undefined;
      const place = file.find(wanted, { from: below ?? from, near, only });
      if (place === undefined) throw new PatchError(notFound(file, where, wanted));
      located.push({ hunk, start: place.at, note: noteOf(name, hunk, place) });
      if (near !== undefined) drift = place.at - (hunk.line! - 1);
      from = place.at + wanted.length;
    }
  }
  return located;
};

interface Where {
  readonly path: string;
  readonly lines: readonly string[];
  readonly hunk: Hunk;
  readonly from: number;
}

/** The index of the last anchor's line: the hunk may begin with it. Undefined without anchors. */
const belowAnchors = (file: Sought, where: Where): number | undefined => {
  let at: number | undefined;
  for (const anchor of where.hunk.anchors) {
    const from = at === undefined ? where.from : at + 1;
    const place = file.find([anchor], { from })?.at ?? beginningWith(where.lines, anchor, from);
    if (place === undefined) throw new PatchError(notThere(where, [anchor], "the line after @@"));
    at = place;
  }
  return at;
};

/** Models name `class Shape` where the line is `class Shape(Base):`. */
const beginningWith = (lines: readonly string[], anchor: string, from: number): number | undefined => {
  const at = lines.findIndex((line, index) => index >= from && line.trim().startsWith(anchor.trim()));
  return at === -1 ? undefined : at;
};

/** Where a hunk goes that has nothing but new lines: after the line that it names, else to the end. */
const insertion = ({ path, lines, hunk, from }: Where, drift: number): number => {
  if (hunk.line === undefined) return lines.length;
  const at = hunk.line + drift;
  if (at >= from && at <= lines.length) return at;
  const why = at < from ? "it is above the end of the hunk before" : `the file has ${counted(lines.length, "line")}`;
  throw new PatchError(
    `${path} (line ${hunk.patchLine} of the patch): its new lines cannot go after line ${hunk.line}; ${why}`,
  );
};

const notFound = (file: Sought, where: Where, wanted: readonly string[]): string => {
  const anywhere = file.find(wanted, { from: 0 });
  return anywhere === undefined ? notThere(where, wanted, "these lines") : misplaced(where, anywhere.at);
};

const noteOf = (name: string, hunk: Hunk, { at, tolerance, others }: Place): string[] => {
  const loose =
    tolerance === "exact"
      ? []
      : [`${name}: the lines at ${at + 1} differ in ${differences[tolerance]}; they were kept`];
  const vague = hunk.line === undefined && hunk.anchors.length === 0 && others.length > 0;
  const also = others.slice(0, 5).map((other) => other + 1);
  return [
    ...loose,
    ...(vague ? [`${name}: it was applied at line ${at + 1}, but fits line ${also.join(", ")} too`] : []),
  ];
};

const differences = {
  "trailing space": "trailing white space",
  "surrounding space": "white space (is the indentation of the new lines right?)",
  "look-alikes": "dashes, quotes or spaces that look alike",
} as const;

const oldLines = (hunk: Hunk): string[] => hunk.lines.flatMap(({ kind, text }) => (kind === "add" ? [] : [text]));

/** What the hunk at the end of the file says of it, else as it was; an empty file counts as one that ends in a newline. */
const finalNewline = (lines: readonly FileLine[], atEnd: Hunk | undefined): boolean => {
  const says = (kind: PatchLine["kind"]): boolean =>
    atEnd?.lines.some((line) => line.last && (line.kind === kind || line.kind === "keep")) === true;
  if (says("add")) return false;
  return says("remove") || lines.at(-1)?.ending !== "";
};
