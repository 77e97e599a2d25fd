/** How well a path answers to what was typed: letters in their order, best together, in the name, at the start of words. */

/** The higher the better; undefined when it does not fit. */
export type SearchTerm = (path: string) => number | undefined;

/** Hidden files come last unless a dot was typed. */
export const searchTerm = (typed: string): SearchTerm => {
  const query = typed.toLowerCase();
  const dotted = query.startsWith(".") || query.includes("/.");
  return (path) => {
    const score = scoreOf(path, query);
    const hidden = !dotted && (path.startsWith(".") || path.includes("/."));
    return score === undefined || !hidden ? score : score - 100_000;
  };
};

/** Short paths before long ones, and never more than a sort of fit apart. */
const scoreOf = (path: string, query: string): number | undefined => {
  if (query === "") return -slashes(path) * 1000;
  const folded = path.toLowerCase();
  const nameAt = path.lastIndexOf("/", path.length - 2) + 1;
  const inName = folded.indexOf(query, nameAt);
  if (inName === nameAt) return 30_000 - path.length;
  if (inName !== -1) return (startsWord(path, inName) ? 25_000 : 20_000) - path.length;
  const inPath = folded.indexOf(query);
  if (inPath !== -1) return (startsWord(path, inPath) ? 15_000 : 10_000) - path.length;
  return scattered(path, folded, query);
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
const startsWord = (path: string, at: number): boolean =>
  at === 0 || /^(?:[^\p{L}\p{N}].|\p{Ll}\p{Lu})/u.test(path.slice(at - 1, at + 1));

const slashes = (path: string): number => path.replace(/\/$/u, "").split("/").length - 1;
