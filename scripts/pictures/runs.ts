/** Lines with SGR sequences as runs of one look each. */
/* oxlint-disable no-control-regex -- They are what is read. */

export interface Look {
  readonly ink?: string | undefined;
  readonly paper?: string | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export interface Run {
  readonly text: string;
  readonly look: Look;
}

/** What is switched on in one line counts in those below it. */
export const runsOf = (painted: string): Run[][] => {
  let look: Look = {};
  const runs = (line: string): Run[] =>
    line.split(/(\u001b\[[\d;:]*m)/u).flatMap((piece) => {
      const [, codes] = /^\u001b\[([\d;:]*)m$/u.exec(piece) ?? [];
      if (codes === undefined) return piece === "" ? [] : [{ text: piece, look }];
      look = after(look, codes.split(/[;:]/u).map(Number));
      return [];
    });
  return painted.split("\n").map(runs);
};

const switches: Readonly<Record<number, Look>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { ink: undefined },
  49: { paper: undefined },
};

const after = (look: Look, codes: readonly number[]): Look => {
  const [code = 0, ...rest] = codes;
  if (code === 38 || code === 48) {
    const [color, taken] = rest[0] === 2 ? [hex(rest.slice(1, 4)), 4] : [indexed(rest[1] ?? 0), 2];
    const next = { ...look, ...(code === 38 ? { ink: color } : { paper: color }) };
    return rest.length > taken ? after(next, rest.slice(taken)) : next;
  }
  const next = code === 0 ? {} : { ...look, ...(switches[code] ?? named(code)) };
  return rest.length > 0 ? after(next, rest) : next;
};

const named = (code: number): Look => {
  if (code >= 30 && code <= 37) return { ink: indexed(code - 30) };
  if (code >= 90 && code <= 97) return { ink: indexed(code - 82) };
  if (code >= 40 && code <= 47) return { paper: indexed(code - 40) };
  return code >= 100 && code <= 107 ? { paper: indexed(code - 92) } : {};
};

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const first =
  "#1d1f24 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #c8ccd4 #6b717d #ef8a92 #b0d896 #f0d49a #83c3f7 #d79ae6 #7accd6 #ffffff".split(
    " ",
  );

/** xterm's 256 colours; the first 16 are ours, since each terminal has its own. */
const indexed = (index: number): string => {
  const own = first[index];
  if (own !== undefined) return own;
  if (index >= 232) return hex(Array.from({ length: 3 }, () => 8 + (index - 232) * 10));
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const at = index - 16;
  return hex([Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level));
};
