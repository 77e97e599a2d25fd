/** The lines of a file that are most like a text which is not in it, for a model that has misremembered them. */

/** Where the likeness is: an index from 0, how many lines, and whether only the white space differs. */
export interface Nearest {
  readonly start: number;
  readonly count: number;
  readonly onlySpace: boolean;
}

/** Takes time in proportion to the file. Undefined when nothing is like it. */
export const nearestLines = (lines: readonly string[], wanted: readonly string[]): Nearest | undefined => {
  const plainLines = lines.map(plain);
  const plainWanted = wanted.map(plain);
  const start = commonStart(plainLines, plainWanted) ?? likeliestStart(plainLines, plainWanted);
  if (start === undefined) return undefined;
  const first = Math.min(Math.max(0, start), lines.length - 1);
  const onlySpace = start >= 0 && plainWanted.every((line, index) => plainLines[start + index] === line);
  return { start: first, count: Math.min(wanted.length, lines.length - first), onlySpace };
};

const plain = (line: string): string => line.trim().replaceAll(/\s+/g, " ");

/** Each line that occurs in both votes for where the text would begin; lines such as `}` that occur often say nothing. */
const commonStart = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const placesOf = new Map<string, number[]>(
    wanted.filter((line) => /[\p{L}\p{N}]/u.test(line)).map((line) => [line, []]),
  );
  for (const [place, line] of lines.entries()) placesOf.get(line)?.push(place);
  const votes = new Map<number, number>();
  for (const [index, line] of wanted.entries()) {
    const places = placesOf.get(line) ?? [];
    if (places.length <= maxPlaces) for (const place of places) addVote(votes, place - index, line.length);
  }
  return winner(votes);
};

/** The line that shares the most words with the longest line of the text. */
const likeliestStart = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const anchor = wanted.reduce((longest, line, index) => (line.length > wanted[longest]!.length ? index : longest), 0);
  const anchorWords = new Set(words(wanted[anchor] ?? ""));
  let best = { start: 0, likeness: 0 };
  for (const [place, line] of lines.entries()) {
    const likeness = shared(anchorWords, words(line));
    if (likeness > best.likeness) best = { start: place - anchor, likeness };
  }
  return best.likeness >= minLikeness ? best.start : undefined;
};

const maxPlaces = 20;
const minLikeness = 0.4;

const words = (line: string): string[] => line.slice(0, 500).match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Dice's coefficient: twice the shared words over all words. */
const shared = (anchor: ReadonlySet<string>, line: readonly string[]): number => {
  const both = new Set(line.filter((word) => anchor.has(word))).size;
  return (2 * both) / (anchor.size + line.length || 1);
};

const addVote = (votes: Map<number, number>, start: number, weight: number): void => {
  votes.set(start, (votes.get(start) ?? 0) + weight);
};

const winner = (votes: ReadonlyMap<number, number>): number | undefined => {
  let best: readonly [number, number] | undefined;
  for (const vote of votes) if (best === undefined || vote[1] > best[1]) best = vote;
  return best?.[0];
};
