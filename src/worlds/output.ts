/** Keeps the head and the tail of a text that may never end, and says how much was left out between them. */

/** Text is added piece by piece; `text()` is what was kept. */
export interface KeptText {
  readonly add: (piece: string) => void;
  readonly text: () => string;
}

/** Keeps `maxChars` UTF-16 units, half from the beginning and half from the end. Memory stays in proportion to that. */
export const keptText = (maxChars: number): KeptText => {
  const head = blocks();
  const tail = blocks();
  let tailChars = Math.floor(maxChars / 2);
  let room = maxChars - tailChars;
  let dropped = 0;
  return {
    add: (piece) => {
      const cut = room < piece.length ? room - splits(piece, room) : piece.length;
      head.push(piece.slice(0, cut));
      if (cut < piece.length) tailChars += room - cut;
      room = cut < piece.length ? 0 : room - cut;
      tail.push(piece.slice(cut));
      dropped += tail.shrink(tailChars);
    },
    text: () => {
      const rest = tail.text();
      const over = Math.max(0, rest.length - tailChars);
      const start = over + splits(rest, over);
      return head.text() + leftOut(dropped + start) + rest.slice(start);
    },
  };
};

const leftOut = (chars: number): string =>
  chars === 0 ? "" : `\n[... ${chars.toLocaleString("en-US")} characters left out ...]\n`;

const blockChars = 65_536;

/** A string in pieces. Small pieces are joined, for a million strings of one character would cost fifty times their length. */
const blocks = () => {
  const full: string[] = [];
  let small: string[] = [];
  let smallChars = 0;
  let chars = 0;
  return {
    push: (piece: string): void => {
      if (piece === "") return;
      small.push(piece);
      smallChars += piece.length;
      chars += piece.length;
      if (smallChars < blockChars) return;
      full.push(small.join(""));
      small = [];
      smallChars = 0;
    },
    /** Drops whole blocks from the front while `keep` characters remain; how many characters that were. */
    shrink: (keep: number): number => {
      const before = chars;
      while (full[0] !== undefined && chars - full[0].length >= keep) chars -= full.shift()?.length ?? 0;
      return before - chars;
    },
    text: (): string => [...full, ...small].join(""),
  };
};

/** 1 where a cut would split a surrogate pair, else 0. */
const splits = (text: string, index: number): 0 | 1 => {
  const unit = text.charCodeAt(index);
  return index > 0 && unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0;
};
