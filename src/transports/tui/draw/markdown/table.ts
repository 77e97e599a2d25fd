/** Tables: columns as wide as they need to be, and where there is no room for columns, a line a cell. */
import type { Tokens } from "@earendil-works/pi-tui";
import type { Drawing, Lines } from "../../drawing.ts";
import { broken } from "../broken.ts";
import { flow, line } from "../flow.ts";
import { span, type Span } from "../span.ts";
import { inlineLines } from "./inline.ts";
import { widthOf } from "../width.ts";

export const drawTable = ({ header, rows, align }: Tokens.Table, drawing: Drawing): Lines => {
  const heads = header.map((cell) => cellSpans(cell, "heading", drawing));
  const cells = rows.map((row) => row.map((cell) => cellSpans(cell, "text", drawing)));
  const natural = heads.map((head, column) =>
    Math.max(1, widthOf(head), ...cells.map((row) => widthOf(row[column] ?? []))),
  );
  const widths = fitted(natural, drawing.columns - between.length * (natural.length - 1));
  if (drawing.plain || widths === undefined) return records(heads, cells, drawing);
  const sides = { widths, align };
  const rule = line([span("border", widths.map((width) => "─".repeat(width)).join("─┼─"))], drawing);
  return [...rowLines(heads, sides, drawing), rule, ...cells.flatMap((row) => rowLines(row, sides, drawing))];
};

const between = " │ ";
/** A column that is narrower than this is not read easily. */
const leastColumn = 6;

const cellSpans = (cell: Tokens.TableCell, role: "heading" | "text", drawing: Drawing): Span[] =>
  inlineLines(cell.tokens, role, drawing).flatMap((spans, index) => (index > 0 ? [span(role, " "), ...spans] : spans));

/** The widest columns give way first. */
const fitted = (natural: readonly number[], room: number): readonly number[] | undefined => {
  let most = Math.max(...natural);
  const sum = (): number => natural.reduce((total, width) => total + Math.min(width, most), 0);
  while (most > 0 && sum() > room) most -= 1;
  return natural.some((width) => most < leastColumn && width > most)
    ? undefined
    : natural.map((width) => Math.min(width, most));
};

interface Sides {
  readonly widths: readonly number[];
  readonly align: Tokens.Table["align"];
}

const rowLines = (row: readonly (readonly Span[])[], { widths, align }: Sides, drawing: Drawing): Lines => {
  const columns = widths.map((width, column) => broken(row[column] ?? [], width));
  const height = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => {
    const parts = columns.flatMap((lines, column) => {
      const spans = lines[index] ?? [];
      const free = Math.max(0, (widths[column] ?? 0) - widthOf(spans));
      const before = align[column] === "right" ? free : align[column] === "center" ? Math.floor(free / 2) : 0;
      const after = column === widths.length - 1 ? 0 : free - before;
      const apart = column > 0 ? [span("border", between)] : [];
      return [...apart, span("text", " ".repeat(before)), ...spans, span("text", " ".repeat(after))];
    });
    return line(parts, drawing);
  });
};

const records = (heads: readonly Span[][], rows: readonly Span[][][], drawing: Drawing): Lines =>
  rows.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...row.flatMap((cell, column) =>
      flow([...(heads[column] ?? []), span("dim", ": "), ...cell], drawing, {
        first: [],
        rest: [span("text", "  ")],
      }),
    ),
  ]);
