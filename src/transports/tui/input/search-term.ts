/** How well a path answers to what was typed: letters in their order, best together, in the name, at the start of words. */

/** A path as the search reads it. */
export interface Searchable {
  readonly path: string;
  readonly folded: string;
  /** Where its last name begins. */
  readonly nameAt: number;
  readonly depth: number;
  readonly hidden: boolean;
}

export const searchable = (path: string): Searchable => {
  const folded = path.toLowerCase();
  return {
    path,
    // A path without capitals is kept once.
    folded: folded === path ? path : folded,
    nameAt: path.lastIndexOf("/", path.length - 2) + 1,
    depth: path.replace(/\/$/u, "").split("/").length,
    hidden: path.startsWith(".") || path.includes("/."),
  };
};

/** The higher the better; undefined when it does not fit. */
export type SearchTerm = (one: Searchable) => number | undefined;

/** Hidden files come last unless a dot was typed. */
export const searchTerm = (typed: string): SearchTerm => {
  const query = typed.toLowerCase();
  const dotted = query.startsWith(".") || query.includes("/.");
  return (one) => {
    const score = query === "" ? -one.depth * 1000 : scoreOf(one, query);
    return score === undefined || dotted || !one.hidden ? score : score - 100_000;
  };
};

/** Sorts of fit lie apart; within one, short paths come before long ones. */
const scoreOf = ({ path, folded, nameAt }: Searchable, query: string): number | undefined => {
  const last = folded.lastIndexOf(query);
  if (last === -1) return scattered(path, folded, query);
  if (last < nameAt) return (startsWord(path, last) ? 15_000 : 10_000) - path.length;
  const inName = folded.indexOf(query, nameAt);
  if (inName === nameAt) return 30_000 - path.length;
  return (startsWord(path, inName) ? 25_000 : 20_000) - path.length;
};

/** From the end, so that the name counts before the directories. */
const scattered = (path: string, folded: string, query: string): number | undefined => {
  let at = folded.length;
  let bonus = 0;
  for (let index = query.length - 1; index >= 0; index -= 1) {
    const next = at === 0 ? -1 : folded.lastIndexOf(query[index]!, at - 1);
    if (next === -1) return undefined;
    if (next === at - 1) bonus += 20;
    if (startsWord(path, next)) bonus += 30;
    at = next;
  }
  return bonus - path.length;
};

/** After a sign that is no letter, or a capital after a small letter. */
const startsWord = (path: string, at: number): boolean => {
  if (at === 0) return true;
  const before = path.charCodeAt(at - 1);
  return !isLetter(before) || (isSmall(before) && isCapital(path.charCodeAt(at)));
};

/** What is not ASCII counts as letters. */
const isLetter = (code: number): boolean =>
  isSmall(code) || isCapital(code) || (code >= 48 && code <= 57) || code > 127;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
