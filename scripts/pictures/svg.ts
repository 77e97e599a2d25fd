/** A terminal's screen with its colours as an SVG: rows of text, each run of one look a `tspan` at its column. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { type Run, runsOf } from "./runs.ts";

const cell = { width: 8.4, height: 18, size: 14 };
const margin = 14;
const ground = { paper: "#16181d", ink: "#d8dbe2" };

export const svg = (
  painted: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string => {
  const width = Math.round(columns * cell.width + 2 * margin);
  const height = rows * cell.height + 2 * margin;
  const lines = runsOf(painted.replace(/\n+$/u, ""));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${ground.paper}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.size}" fill="${ground.ink}" xml:space="preserve">`,
    ...lines.flatMap((runs, row) => drawn(runs, row)),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
};

const drawn = (runs: readonly Run[], row: number): string[] => {
  let column = 0;
  const papers: string[] = [];
  const inks: string[] = [];
  const top = margin + row * cell.height;
  for (const { text, look } of runs) {
    const columns = visibleWidth(text);
    const x = (margin + column * cell.width).toFixed(1);
    const width = (columns * cell.width).toFixed(1);
    const [ink, paper] = look.inverse ? [look.paper ?? ground.paper, look.ink ?? ground.ink] : [look.ink, look.paper];
    if (paper !== undefined)
      papers.push(`<rect x="${x}" y="${top}" width="${width}" height="${cell.height}" fill="${paper}"/>`);
    const style = [
      ...(ink === undefined ? [] : [`fill="${ink}"`]),
      ...(look.bold ? ['font-weight="bold"'] : []),
      ...(look.italic ? ['font-style="italic"'] : []),
      ...(look.dim ? ['opacity="0.6"'] : []),
      ...(look.underline ? ['text-decoration="underline"'] : []),
    ].map((word) => ` ${word}`);
    if (text.trim() !== "")
      inks.push(`<text x="${x}" y="${top + cell.size}" textLength="${width}"${style.join("")}>${escaped(text)}</text>`);
    column += columns;
  }
  return [...papers, ...inks];
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0");
