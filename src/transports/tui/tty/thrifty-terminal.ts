/** Writes the frames of pi-tui's full screens in fewer bytes: it knows what stands on the terminal, and scrolls what only moves. */
import type { Terminal } from "@earendil-works/pi-tui";
import { type Row, scrolledRows } from "./scrolled-rows.ts";
import { beginFrame, endFrame } from "./sequences.ts";
import { terminalWith } from "./terminal-with.ts";
import { trimmedRow } from "./trimmed-row.ts";

/** Whatever else is written goes through, and what stands on the terminal is not known then. */
export const thriftyTerminal = (terminal: Terminal): Terminal => {
  let stands: readonly Row[] = [];
  const write = (bytes: string): void => {
    const frame = frameIn(bytes, stands.length === terminal.rows ? stands : unknown(terminal.rows));
    terminal.write(frame === undefined ? bytes : `${beginFrame}${frame.bytes}${frame.cursor}${endFrame}`);
    stands = frame?.rows ?? [];
  };
  return terminalWith(terminal, { write });
};

interface Frame {
  readonly bytes: string;
  readonly cursor: string;
  readonly rows: readonly Row[];
}

/** A frame is rows, each written to its place, after what clears the screen if it is drawn anew; then the cursor's place. */
const frameIn = (bytes: string, before: readonly Row[]): Frame | undefined => {
  if (!bytes.startsWith(beginFrame) || !bytes.endsWith(endFrame)) return undefined;
  const inner = bytes.slice(beginFrame.length, -endFrame.length);
  const cursor = toCursor.exec(inner)?.[0] ?? "";
  const [head = "", ...placed] = inner.slice(0, inner.length - cursor.length).split(toRow);
  const cleared = head === clearScreen;
  if ((head !== "" && !cleared) || placed.some(isPicture)) return undefined;
  const stands = cleared ? before.map(() => "") : before;
  const rows = [...stands];
  for (let index = 0; index < placed.length; index += 2)
    rows[Number(placed[index]) - 1] = trimmedRow(placed[index + 1] ?? "");
  if (rows.length !== before.length) return undefined;
  return { bytes: head + scrolledRows(stands, rows), cursor, rows };
};

const unknown = (rows: number): readonly Row[] => Array.from({ length: rows }, () => undefined);

const clearScreen = "\u001b[2J";
// oxlint-disable-next-line no-control-regex
const toRow = /\u001b\[(\d+);1H\u001b\[2K/u;
// oxlint-disable-next-line no-control-regex
const toCursor = /(?:\u001b\[\d+;\d+H)?(?:\u001b\[\?25[hl])?$/u;

/** Kitty's and iTerm2's ways to show a picture. */
const isPicture = (row: string): boolean => row.includes("\u001b_G") || row.includes("\u001b]1337;");
