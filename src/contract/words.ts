/** The words of a text, and texts in the order in which they answer a query: the same for notes and for whole stores. */

/** Scripts without spaces between words: each character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv;

/** Letters and digits, without case, accents and forms that only look different. */
export const wordsOf = (text: string): string[] => (text.match(word) ?? []).flatMap((found) => folded(found));

/** What of a text is shown of a hit: `maxChars` around the place where most of the words stand. On one line. */
export const excerptOf = (text: string, query: string, maxChars: number): string => {
  const wanted = [...new Set(wordsOf(query))];
  const found = [...text.matchAll(word)].flatMap(({ 0: token, index: at }) => {
    const matches = folded(token).flatMap((one) => wanted.filter((each) => answers(one, each)));
    return matches.length === 0 ? [] : [{ at, matches }];
  });
  const within = (from: number): number =>
    new Set(found.filter(({ at }) => at >= from && at < from + maxChars).flatMap(({ matches }) => matches)).size;
  const best = found.slice(0, mostWindows).reduce(
    (most, { at }) => {
      const count = within(at);
      return count > most.count ? { at, count } : most;
    },
    { at: 0, count: 0 },
  ).at;
  const from = text.length <= maxChars ? 0 : wordStart(text, Math.max(0, best - Math.floor(maxChars / leadPart)), best);
  const cut = text.slice(from, from + maxChars).toWellFormed();
  const line = cut.replaceAll(/\s+/gu, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${from + maxChars < text.length ? "…" : ""}`;
};

/** Where a word begins, at or after a place and before another, if one does. */
const wordStart = (text: string, from: number, before: number): number => {
  const space = from === 0 ? -1 : text.slice(from, before).search(/\s/u);
  return space === -1 ? from : from + space + 1;
};

/** Something to find, and the words that it is found by. */
export interface Findable<T> {
  readonly item: T;
  readonly words: readonly string[];
}

/**
 * Those in which a word of the query stands, best first, by BM25 with its usual constants (Robertson and Zaragoza, The
 * Probabilistic Relevance Framework, 2009). Equal ones stay in the order in which they were given.
 */
export const ranked = <T>(all: readonly Findable<T>[], query: string): T[] => {
  const wanted = [...new Set(wordsOf(query))];
  const average = all.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, all.length);
  const counts = all.map(({ words }) => wanted.map((each) => words.filter((one) => answers(one, each)).length));
  const weights = wanted.map((_, index) => rarity(all.length, counts.filter((row) => (row[index] ?? 0) > 0).length));
  const scored = all.map(({ item, words }, row) => {
    const length = saturation * (1 - lengthShare + lengthShare * (words.length / Math.max(1, average)));
    const score = weights.reduce((sum, weight, index) => {
      const count = counts[row]?.[index] ?? 0;
      return sum + (weight * count * (saturation + 1)) / (count + length);
    }, 0);
    return { item, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
};

/** Whether a word of a text answers one of a query: it is the same, or begins with it when that is long enough to mean it. */
const answers = (one: string, wanted: string): boolean =>
  one === wanted || (wanted.length >= prefixChars && one.startsWith(wanted));

/** From this length on, a word of a query also finds longer ones. */
export const prefixChars = 3;

const saturation = 1.2;
const lengthShare = 0.75;
const smallest = 1e-6;

const rarity = (all: number, having: number): number =>
  having === 0 ? 0 : Math.max(smallest, Math.log((all - having + 0.5) / (having + 0.5) + 1));

const mostWindows = 200;
/** How much of an excerpt stands before its hit: one part of these. */
const leadPart = 4;

// Through capitals, as ß has two of them. Compatibility forms may come apart into several words.
const folded = (token: string): string[] =>
  token
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toUpperCase()
    .toLowerCase()
    .match(word) ?? [];
