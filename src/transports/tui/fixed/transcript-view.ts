/** The transcript on a full screen: only what is seen is drawn, however long it is. */
import type { Block, Drawing, Lines } from "../drawing.ts";

export interface TranscriptView {
  readonly add: (blocks: readonly Block[]) => void;
  readonly clear: () => void;
  /** Exactly `rows` lines; `live` stands after the last block. */
  readonly draw: (drawing: Drawing, rows: number, live: Lines) => Lines;
  /** Up is negative. */
  readonly scroll: (lines: number) => void;
  readonly toTop: () => void;
  /** Follows the end again. */
  readonly toEnd: () => void;
  /** How many blocks lie below what is seen; 0 while the end is followed. */
  readonly below: () => number;
  /** Opens the block that stands on a row of what was drawn last, or closes it. */
  readonly toggle: (row: number) => void;
  /** Forgets what was drawn: the theme changed. */
  readonly restyle: () => void;
  readonly blocks: () => readonly Block[];
}

/** A place in the transcript: a line of a block. The block after the last is what is live. */
interface Place {
  readonly block: number;
  readonly line: number;
}

/** So many drawn blocks are remembered; a screen has fewer. */
const maxDrawn = 400;

export const transcriptView = (): TranscriptView => {
  const blocks: Block[] = [];
  const opened = new Set<Block>();
  let drawn = new Map<Block, Lines>();
  let columns = 0;
  let open = false;
  let live: Lines = [];
  let height = 0;
  let look: Drawing | undefined;
  /** Undefined while the end is followed. */
  let anchor: Place | undefined;
  let top: Place = { block: 0, line: 0 };
  let seen: readonly (Block | undefined)[] = [];

  const linesOf = (index: number): Lines => {
    const block = blocks[index];
    if (block === undefined || look === undefined) return live;
    let lines = drawn.get(block);
    if (lines === undefined) {
      lines = block.draw({ ...look, open: look.open !== opened.has(block) });
      if (drawn.size >= maxDrawn) drawn = new Map();
      drawn.set(block, lines);
    }
    return lines;
  };

  /** The place so many lines above another one, or the very top. */
  const above = ({ block, line }: Place, lines: number): Place => {
    let at = block;
    let left = lines - line;
    while (left > 0 && at > 0) {
      at -= 1;
      left -= linesOf(at).length;
    }
    return { block: at, line: Math.max(0, -left) };
  };
  const below = ({ block, line }: Place, lines: number): Place => {
    let at = block;
    let left = line + lines;
    while (at < blocks.length && left >= linesOf(at).length) {
      left -= linesOf(at).length;
      at += 1;
    }
    return { block: at, line: left };
  };
  const end = (): Place => above({ block: blocks.length, line: live.length }, height);
  const isAfter = (one: Place, other: Place): boolean =>
    one.block === other.block ? one.line >= other.line : one.block > other.block;

  const draw = (drawing: Drawing, rows: number, following: Lines): Lines => {
    if (drawing.columns !== columns || drawing.open !== open) drawn = new Map();
    ({ columns, open } = drawing);
    look = drawing;
    live = following;
    height = rows;
    const last = end();
    if (anchor !== undefined && isAfter(anchor, last)) anchor = undefined;
    top = anchor ?? last;
    const lines: string[] = [];
    const owners: (Block | undefined)[] = [];
    for (let at = top.block, skip = top.line; at <= blocks.length && lines.length < rows; at += 1, skip = 0) {
      for (const line of linesOf(at).slice(skip, skip + rows - lines.length)) {
        lines.push(line);
        owners.push(blocks[at]);
      }
    }
    seen = owners;
    return [...lines, ...Array.from({ length: rows - lines.length }, () => "")];
  };

  return {
    add: (more) => void blocks.push(...more),
    clear: () => {
      blocks.length = 0;
      opened.clear();
      drawn = new Map();
      anchor = undefined;
    },
    draw,
    scroll: (lines) => {
      // Several may come before the next frame.
      const from = anchor ?? top;
      anchor = lines < 0 ? above(from, -lines) : below(from, lines);
    },
    toTop: () => void (anchor = { block: 0, line: 0 }),
    toEnd: () => void (anchor = undefined),
    below: () => (anchor === undefined ? 0 : blocks.length - anchor.block),
    toggle: (row) => {
      const block = seen[row];
      if (block === undefined) return;
      if (!opened.delete(block)) opened.add(block);
      drawn.delete(block);
      // What was clicked stays where it is.
      anchor = top;
    },
    restyle: () => void (drawn = new Map()),
    blocks: () => blocks,
  };
};
