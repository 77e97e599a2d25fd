/** Searches past sessions: for people all of them, for a session those of its user that are not of its own family. */
import type { Recollection } from "../contract/host.ts";
import { KelsonError } from "../contract/error.ts";
import type { SessionSearch } from "../contract/runtime.ts";
import type { SearchedSession, Store } from "../contract/store.ts";
import { summary } from "../folds/summary.ts";
import { taint } from "../folds/taint.ts";
import { type Mac, restoreOne } from "../log/restore.ts";

export interface SearchParts {
  readonly store: Store;
  readonly mac: Mac | undefined;
  /** The project that a directory belongs to, by its root. */
  readonly projectOf: (directory: string) => Promise<string>;
}

const usualLimit = 20;

export const searchSessions = async (
  parts: SearchParts,
  words: string,
  { limit = usualLimit, project, asker }: SessionSearch,
): Promise<readonly Recollection[]> => {
  const among = async (all: readonly SearchedSession[]): Promise<Iterable<string>> => {
    const asked = asker === undefined ? all : othersOf(asker, all);
    return (project === undefined ? asked : await ofProject(parts, asked, project)).map(({ id }) => id);
  };
  const hits = await parts.store.search(words, { limit, among });
  const told = new Map([...new Set(hits.map(({ session }) => session))].map((id) => [id, about(parts, id)]));
  return Promise.all(
    hits.map(async (hit) => {
      const { title, untrusted } = (await told.get(hit.session)) ?? unknown;
      return { ...hit, title, ...(hit.by === "model" && untrusted.length > 0 && { untrusted }) };
    }),
  );
};

/** The sessions that the same user has led, without those that tell of the asker's own conversation. */
const othersOf = (asker: string, all: readonly SearchedSession[]): readonly SearchedSession[] => {
  const byId = new Map(all.map((session) => [session.id, session]));
  const rootOf = (id: string): string => {
    const seen = new Set<string>();
    let at = id;
    for (let above = byId.get(at)?.parent; above !== undefined && !seen.has(above); above = byId.get(at)?.parent) {
      seen.add(above);
      at = above;
    }
    return at;
  };
  const [own, user] = [rootOf(asker), byId.get(asker)?.user];
  return all.filter((one) => one.kind === "main" && (user ?? one.user) === one.user && rootOf(one.id) !== own);
};

const ofProject = async (
  { projectOf }: SearchParts,
  sessions: readonly SearchedSession[],
  directory: string,
): Promise<readonly SearchedSession[]> => {
  const root = await projectOf(directory);
  const directories = [...new Set(sessions.map(({ cwd }) => cwd))];
  const roots = new Map(await Promise.all(directories.map(async (cwd) => [cwd, await projectOf(cwd)] as const)));
  return sessions.filter(({ cwd }) => roots.get(cwd) === root);
};

const unknown: { readonly title: string; readonly untrusted: readonly string[] } = { title: "", untrusted: [] };

const about = async ({ store, mac }: SearchParts, session: string): Promise<typeof unknown> => {
  try {
    const { title } = await restoreOne(store, session, summary, mac);
    return { title, untrusted: (await restoreOne(store, session, taint, mac)).sources };
  } catch (error) {
    // A log that somebody broke tells nothing of itself, and of what it tells nothing is believed.
    if (error instanceof KelsonError && error.code === "not_found") return unknown;
    if (error instanceof KelsonError && error.code === "chain_broken") return { title: "", untrusted: [session] };
    throw error;
  }
};
