/** Decides what a cut carries over word for word, and how much of each text, within a budget of characters. */
import { openPlan, type Piece, pieceParts } from "../folds/carried.ts";
import { charsOf } from "../folds/chars.ts";
import type { Cut } from "../folds/compacted.ts";
import type { Messages } from "../folds/messages.ts";

/** Texts are cut in the middle, all to the same length, only when they do not fit; then the user's oldest make way. */
export const carry = (
  state: Messages,
  { from, to }: Pick<Cut, "from" | "to">,
  chars: number,
): Pick<Cut, "carried" | "carriedChars"> & { readonly carried: number[] } => {
  const pieces = latest(state.pieces).filter(({ at }) => at >= from && at < to);
  const doings = [...planSeq(state), ...fileSeqs(state)];
  const limit = limits.find((most) => lengthOf(pieces, most) <= chars) ?? leastChars;
  const kept = fitting(pieces, limit, chars);
  const carried = [...kept.map(({ seq }) => seq), ...doings];
  return limit === Number.POSITIVE_INFINITY ? { carried } : { carried, carriedChars: limit };
};

const leastChars = 250;
const limits = [Number.POSITIVE_INFINITY, 32_000, 16_000, 8_000, 4_000, 2_000, 1_000, 500, leastChars];
const mostFiles = 100;

/** Of a layer only what was loaded last, wherever that stands, and of a skill what was read last. */
const latest = (pieces: readonly Piece[]): Piece[] => {
  const last = new Map(pieces.map((piece) => [nameOf(piece), piece.seq]));
  return pieces.filter((piece) => last.get(nameOf(piece)) === piece.seq);
};

const nameOf = (piece: Piece): string => {
  if (piece.kind === "said") return `said ${piece.seq}`;
  return piece.kind === "layer" ? `layer ${piece.layer} ${piece.source}` : `skill ${piece.text}`;
};

const fitting = (pieces: readonly Piece[], limit: number, chars: number): Piece[] => {
  const kept = [...pieces];
  const task = kept.findIndex(({ kind }) => kind === "said");
  while (lengthOf(kept, limit) > chars) {
    const oldest = kept.findIndex(({ kind }, index) => kind === "said" && index > task);
    if (oldest === -1) break;
    kept.splice(oldest, 1);
  }
  return kept;
};

const lengthOf = (pieces: readonly Piece[], limit: number): number =>
  pieces.reduce((sum, piece) => sum + charsOf(pieceParts(piece, limit)), 0);

const planSeq = ({ doings }: Messages): number[] => {
  const plan = openPlan(doings);
  return plan === null ? [] : [plan.seq];
};

const fileSeqs = ({ doings }: Messages): number[] => [...new Set(Object.values(doings.files).slice(-mostFiles))];
