/** Changes of files as people read them: unified diffs, and a line for what is no text. */
import type { FileChange, LeftOut, SavedEntry } from "../../../contract/checkpoint.ts";
import { leftOutReasons } from "../../../contract/checkpoint.ts";
import type { ChangedFile } from "../../../contract/rewind.ts";
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { type Paint, paintDiff } from "../../terminal/paint.ts";
import { tableText } from "../table-text.ts";

export const changesText = (files: readonly ChangedFile[], paint: Paint): string =>
  files.map((file) => fileText(file, paint)).join("");

const fileText = (file: ChangedFile, paint: Paint): string => {
  const lines = notesOf(file).map((note) => `${paint("bold", `${nameOf(file)}: ${note}`)}\n`);
  const diff = file.diff ? `${paintDiff(cleanText(file.diff).trimEnd(), paint)}\n` : "";
  return lines.join("") + diff;
};

/** A line a file with how many lines came and went, and all of them together. */
export const changesTable = (files: readonly ChangedFile[], columns: number): string => {
  const rows = files.map((file) => [
    nameOf(file),
    file.diff ? `+${String(file.addedLines)}` : "",
    file.diff ? `-${String(file.removedLines)}` : "",
    notesOf(file).join(", "),
  ]);
  const sum = (of: (file: ChangedFile) => number): string => String(files.reduce((total, file) => total + of(file), 0));
  const [added, removed] = [sum((file) => file.addedLines), sum((file) => file.removedLines)];
  return `${tableText(rows, columns)}${counted(files.length, "path")}, +${added} -${removed} lines\n`;
};

/** `+ a`, `~ b`, `- c`: one of many changes on a line. */
export const changeLine = (change: FileChange): string => {
  const sign = change.from === undefined ? "+" : change.to === undefined ? "-" : "~";
  return `  ${sign} ${nameOf(change)}`;
};

const mostNamed = 10;

/** What snapshots do not hold, so that nothing is known of it; empty when they hold all. */
export const leftOutText = (leftOut: readonly LeftOut[]): string => {
  if (leftOut.length === 0) return "";
  const named = leftOut.slice(0, mostNamed).map(({ path, why }) => `  ${cleanLine(path)}: ${leftOutReasons[why]}\n`);
  const more = leftOut.length > mostNamed ? `  … ${String(leftOut.length - mostNamed)} more\n` : "";
  return `Not in the snapshots:\n${named.join("")}${more}`;
};

export const nameOf = ({ path, from, to }: FileChange): string =>
  cleanLine((to ?? from)?.kind === "directory" ? `${path}/` : path);

/** All that the lines of a text do not say. */
const notesOf = ({ from, to, diff, hidden }: ChangedFile): string[] => {
  const isAlike = from?.kind === to?.kind && from?.kind !== "link";
  const what = hidden === undefined ? becoming(from, to) : `${hidden}, ${sizeOf(from)} → ${sizeOf(to)}`;
  const [was, is] = [modeOf(from), modeOf(to)];
  return [
    ...(hidden === undefined && (isAlike || diff) ? [] : [what]),
    ...(isAlike && was !== is ? [`mode ${was} → ${is}`] : []),
    ...(from === undefined && to?.kind === "file" && is !== "644" ? [`mode ${is}`] : []),
  ];
};

const becoming = (from: SavedEntry | undefined, to: SavedEntry | undefined): string => {
  if (from === undefined) return `${told(to)} added`;
  return to === undefined ? `${told(from)} removed` : `${told(from)} → ${told(to)}`;
};

const told = (entry: SavedEntry | undefined): string => {
  if (entry?.kind === "link") return `link to ${cleanLine(entry.target)}`;
  if (entry?.kind === "left-out") return `left out (${leftOutReasons[entry.why]})`;
  return entry?.kind === "file" && entry.bytes === 0 ? "empty file" : (entry?.kind ?? "nothing");
};

const modeOf = (entry: SavedEntry | undefined): string | undefined =>
  entry?.kind === "file" || entry?.kind === "directory" ? entry.mode.toString(8) : undefined;

const sizeOf = (entry: SavedEntry | undefined): string =>
  entry?.kind === "file" ? counted(entry.bytes, "byte") : "nothing";
