/** Rows as a table: columns aligned, the last one cut where the screen ends. */
import { cleanLine } from "../terminal/clean.ts";
import type { Output } from "./surroundings.ts";

export const tableText = (rows: readonly (readonly string[])[], columns: number): string => {
  const cells = rows.map((row) => row.map(cleanLine));
  const widths = (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map((row) => `${rowText(row, widths, columns)}\n`).join("");
};

const rowText = (row: readonly string[], widths: readonly number[], columns: number): string => {
  const line = row
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join("  ")
    .trimEnd();
  return line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
};

/** A table that is piped on is not cut. */
export const tableWidth = ({ terminal, columns }: Output): number => (terminal ? columns : Infinity);
