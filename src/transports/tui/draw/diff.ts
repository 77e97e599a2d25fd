/** A unified diff with the numbers of its lines, and marks on the words that make the difference. */
import { diffWordsWithSpace } from "diff";
import { cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { chop } from "./flow.ts";
import { type Fold, leftLine, shownOf } from "./folding.ts";
import { type DiffLine, type Hunk, readDiff } from "./read-diff.ts";
import { span, type Span } from "./span.ts";
import { untabbed } from "./words.ts";

export interface DiffLook extends Fold {
  /** Whether a single file is named, too. */
  readonly named?: boolean;
}

export const drawDiff = (diff: string, drawing: Drawing, fold: DiffLook): Lines => {
  const { files } = readDiff(cleanText(diff));
  const lines = files.flatMap(({ name, hunks }) => [
    ...(files.length > 1 || fold.named ? chop([span("heading", name)], drawing) : []),
    ...hunks.flatMap((hunk, at) => [...(at > 0 ? [gap(drawing)] : []), ...hunkLines(hunk, drawing)]),
  ]);
  const shown = shownOf(lines.length, fold, drawing);
  return shown === lines.length ? lines : [...lines.slice(0, shown), leftLine(lines.length - shown, fold, drawing)];
};

/** `+3 −1`, or nothing where no line is changed. A diff that was cut has more. */
export const diffCount = (diff: string, { plain }: Drawing): string => {
  const lines = readDiff(cleanText(diff)).files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
  const of = (sign: DiffLine["sign"]): number => lines.filter((line) => line.sign === sign).length;
  if (lines.length === 0) return "";
  const more = diff.endsWith("…");
  if (plain) return `${of("+")} added and ${of("-")} removed${more ? " and more" : ""}`;
  return `+${of("+")} −${of("-")}${more ? " …" : ""}`;
};

const gap = ({ plain, paint }: Drawing): string => (plain ? "further on:" : paint("dim", "  ⋮"));

const hunkLines = (hunk: Hunk, drawing: Drawing): Lines => {
  const width = String(Math.max(...hunk.lines.map(({ number }) => number))).length;
  return marked(hunk.lines).flatMap(({ line, spans }) => {
    const { before, role } = signs[line.sign];
    const number = String(line.number).padStart(width);
    const first = drawing.plain
      ? [span("dim", `${plainSigns[line.sign]} ${number}: `)]
      : [span("dim", `${number} `), span(role, before)];
    return chop(spans, drawing, { first, rest: [span("dim", " ".repeat(drawing.plain ? 2 : width + 3))] });
  });
};

const signs = {
  "+": { before: "+ ", role: "added", word: "addedWord" },
  "-": { before: "- ", role: "removed", word: "removedWord" },
  " ": { before: "  ", role: "text", word: "text" },
} as const;

const plainSigns = { "+": "added", "-": "removed", " ": "line" } as const;

interface MarkedLine {
  readonly line: DiffLine;
  readonly spans: readonly Span[];
}

/** Removed lines and the added ones after them are compared word by word, each with the one that is most like it. */
const marked = (lines: readonly DiffLine[]): MarkedLine[] => {
  const found: MarkedLine[] = lines.map((line) => ({
    line,
    spans: [span(signs[line.sign].role, untabbed(line.text))],
  }));
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed, "+");
    let next = at + removed;
    for (let from = at; from < at + removed; from += 1) {
      const last = Math.min(next + mostTried, at + removed + added - (at + removed - 1 - from));
      const pair = closest(lines, from, [next, last]);
      if (pair === undefined) continue;
      found[from] = { ...(found[from] as MarkedLine), spans: pair.before };
      found[pair.to] = { ...(found[pair.to] as MarkedLine), spans: pair.after };
      next = pair.to + 1;
    }
    at += Math.max(1, removed + added);
  }
  return found;
};

/** Of a removed line so many added ones are tried. */
const mostTried = 6;

const closest = (lines: readonly DiffLine[], from: number, [first, end]: readonly [number, number]) => {
  const before = untabbed(lines[from]?.text ?? "");
  const pairs = lines
    .slice(first, Math.max(first, end))
    .map((line, index) => ({ to: first + index, ...wordSpans(before, untabbed(line.text)) }));
  const best = pairs.toSorted((a, b) => b.common - a.common)[0];
  return best === undefined || best.common < leastCommon ? undefined : best;
};

const run = (lines: readonly DiffLine[], from: number, sign: DiffLine["sign"]): number => {
  let length = 0;
  while (lines[from + length]?.sign === sign) length += 1;
  return length;
};

/** Longer lines are not compared, and lines that have less in common, as a share of both, are different ones. */
const mostChars = 500;
const leastCommon = 0.4;

interface Pair {
  readonly common: number;
  readonly before: readonly Span[];
  readonly after: readonly Span[];
}

const wordSpans = (before: string, after: string): Pair => {
  const all = before.trim().length + after.trim().length;
  if (before.length > mostChars || after.length > mostChars || all === 0) return { common: 0, before: [], after: [] };
  const changes = diffWordsWithSpace(before, after);
  const same = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  const side = (sign: "+" | "-"): Span[] =>
    changes
      .filter(({ added, removed }) => (sign === "+" ? !removed : !added))
      .map(({ added, removed, value }) => span(added || removed ? signs[sign].word : signs[sign].role, value));
  return { common: (2 * same) / all, before: side("-"), after: side("+") };
};
