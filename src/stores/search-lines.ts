/** A search without an index: through all lines of the sessions, as they are. */
import type { Hit, Line, SearchedSession, Searching } from "../contract/store.ts";
import { excerptOf, type Findable, ranked, wordsOf } from "../contract/words.ts";
import { excerptChars, openedIn, searchedChars, spokenIn } from "./spoken.ts";

export const searchLines = async (
  sessions: Iterable<readonly [string, readonly Line[]]>,
  words: string,
  { limit, among }: Searching,
): Promise<readonly Hit[]> => {
  const found = [...sessions].flatMap(([id, lines]) => {
    const opened = openedIn(lines[0]?.text ?? "");
    return opened === undefined ? [] : [{ session: { ...opened, id }, lines }];
  });
  const all = found.map(({ session }) => session);
  const chosen = new Set(among === undefined ? all.map(({ id }) => id) : await among(all));
  const places = found.flatMap(({ session, lines }) => (chosen.has(session.id) ? placesIn(session, lines) : []));
  const newestFirst = places.sort((one, other) => other.item.at - one.item.at || other.item.seq - one.item.seq);
  return ranked(newestFirst, words)
    .slice(0, limit)
    .map((hit) => ({ ...hit, text: excerptOf(hit.text, words, excerptChars) }));
};

const placesIn = ({ id, cwd }: SearchedSession, lines: readonly Line[]): Findable<Hit>[] =>
  lines.flatMap((line) => {
    const spoken = spokenIn(line);
    if (spoken === undefined) return [];
    const text = spoken.text.slice(0, searchedChars);
    return [{ item: { session: id, seq: line.seq, at: spoken.at, by: spoken.by, cwd, text }, words: wordsOf(text) }];
  });
