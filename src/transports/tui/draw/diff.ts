/** A unified diff with the numbers of its lines, and marks on the words that make the difference. */
import { diffWordsWithSpace } from "diff";
import { cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { chop } from "./flow.ts";
import { folded } from "./folded.ts";
import { type DiffLine, type Hunk, readDiff } from "./read-diff.ts";
import { span, type Span } from "./span.ts";
import { untabbed } from "./words.ts";

/** At most so many lines where details are not shown. */
export const drawDiff = (diff: string, drawing: Drawing, most: number): Lines => {
  const files = readDiff(cleanText(diff));
  const lines = files.flatMap(({ name, hunks }, index) => [
    ...(files.length > 1 || index > 0 ? chop([span("heading", name)], drawing) : []),
    ...hunks.flatMap((hunk, at) => [...(at > 0 ? [gap(drawing)] : []), ...hunkLines(hunk, drawing)]),
  ]);
  return folded(lines, most, drawing);
};

/** `+3 −1`, or nothing where no line is changed. A diff that was cut has more. */
export const diffCount = (diff: string): string => {
  const lines = readDiff(cleanText(diff)).flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
  const of = (sign: DiffLine["sign"]): number => lines.filter((line) => line.sign === sign).length;
  const more = diff.endsWith("…") ? " …" : "";
  return lines.length === 0 ? "" : `+${of("+")} −${of("-")}${more}`;
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

/** Removed lines and the added ones after them are compared word by word, the first with the first. */
const marked = (lines: readonly DiffLine[]): MarkedLine[] => {
  const found: MarkedLine[] = lines.map((line) => ({
    line,
    spans: [span(signs[line.sign].role, untabbed(line.text))],
  }));
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed, "+");
    for (let pair = 0; pair < Math.min(removed, added); pair += 1) {
      const [from, to] = [at + pair, at + removed + pair];
      const words = wordSpans(untabbed(lines[from]?.text ?? ""), untabbed(lines[to]?.text ?? ""));
      if (words === undefined) continue;
      found[from] = { ...(found[from] as MarkedLine), spans: words.before };
      found[to] = { ...(found[to] as MarkedLine), spans: words.after };
    }
    at += Math.max(1, removed + added);
  }
  return found;
};

const run = (lines: readonly DiffLine[], from: number, sign: DiffLine["sign"]): number => {
  let length = 0;
  while (lines[from + length]?.sign === sign) length += 1;
  return length;
};

/** Longer lines are not compared, and lines with less in common are different ones. */
const mostChars = 500;
const leastCommon = 0.3;

const wordSpans = (before: string, after: string): { before: Span[]; after: Span[] } | undefined => {
  if (before.length > mostChars || after.length > mostChars) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const common = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (common < leastCommon * Math.min(before.trim().length, after.trim().length)) return undefined;
  const side = (sign: "+" | "-"): Span[] =>
    changes
      .filter(({ added, removed }) => (sign === "+" ? !removed : !added))
      .map(({ added, removed, value }) => span(added || removed ? signs[sign].word : signs[sign].role, value));
  return { before: side("-"), after: side("+") };
};
