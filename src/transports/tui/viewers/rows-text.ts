/** Rows of two cells as text, the second ones below each other. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import { fill, widest } from "./fit.ts";

const mostFirst = 32;

export const rowsText = (rows: readonly (readonly [string, string])[]): string => {
  const width = widest(
    rows.map(([first]) => cleanLine(first)),
    mostFirst,
  );
  return rows
    .map(([first, second]) => {
      const name = cleanLine(first);
      return `${visibleWidth(name) > width ? name : fill(name, width)}  ${cleanLine(second)}`.trimEnd();
    })
    .join("\n");
};
