/** A store that lasts as long as its process. */
import type { Command, Outcome } from "../contract/command.ts";
import type { Batch, Draft, Holder, Lease, Line, Snapshot, Store, StoredSession } from "../contract/store.ts";
import { isDead, sameHolder } from "./holder.ts";
import { batchRefusal, existingSession, holds, lostLease, type Standing, unknownSession } from "./refusal.ts";
import { searchLines } from "./search-lines.ts";
import { watchers } from "./watchers.ts";

const linesPerRead = 256;

interface Kept {
  /** Seq of the first line. */
  readonly first: number;
  readonly createdAt: number;
  changedAt: number;
  holder: Holder | undefined;
  token: number;
  lines: Line[];
  readonly inbox: Map<string, Command>;
  readonly outcomes: Map<string, Outcome>;
  readonly snapshots: Map<string, Snapshot>;
  draft: Draft | undefined;
}

/** Holds everything a store holds, in memory. `now` gives milliseconds since 1970. */
export const memory = ({ now = Date.now }: { readonly now?: () => number } = {}): Store => {
  const sessions = new Map<string, Kept>();
  const watching = watchers();

  const find = (session: string): Kept => {
    const kept = sessions.get(session);
    if (kept === undefined) throw unknownSession(session);
    return kept;
  };

  return {
    place: "memory",
    durable: false,
    create: async (session, first = 0) => {
      if (sessions.has(session)) throw existingSession(session);
      sessions.set(session, newlyKept(first, now()));
      watching.touch(session);
    },
    append: async (batch) => {
      const kept = find(batch.session);
      const refusal = batchRefusal(batch, standing(kept));
      if (refusal !== undefined) throw refusal;
      write(kept, batch);
      if (batch.lines.length > 0) kept.changedAt = now();
      watching.touch(batch.session);
    },
    read: (session, { from = 0, bodies = true } = {}) => readLines(find(session), from, bodies),
    last: async (session) => find(session).lines.at(-1),
    acquire: async (session, holder) => {
      const lease = acquire(find(session), holder);
      if (lease.ok) watching.touch(session);
      return lease;
    },
    release: async (session, token) => {
      const kept = find(session);
      if (!holds(token, standing(kept))) throw lostLease(session, token);
      if (kept.inbox.size > 0) return false;
      kept.holder = undefined;
      watching.touch(session);
      return true;
    },
    post: async (session, command) => {
      const kept = find(session);
      if (kept.inbox.has(command.id) || kept.outcomes.has(command.id)) return;
      kept.inbox.set(command.id, command);
      watching.touch(session);
    },
    inbox: async (session) => [...find(session).inbox.values()],
    outcome: async (session, command) => find(session).outcomes.get(command),
    watch: watching.add,
    saveDraft: async (session, token, draft) => {
      const kept = find(session);
      if (!holds(token, standing(kept))) throw lostLease(session, token);
      kept.draft = draft;
    },
    draft: async (session) => find(session).draft,
    saveSnapshot: async (session, snapshot) => {
      find(session).snapshots.set(`${snapshot.fold} ${snapshot.version}`, snapshot);
    },
    snapshot: async (session, fold, version) => find(session).snapshots.get(`${fold} ${version}`),
    erase: async (session, token, seqs) => {
      const kept = find(session);
      if (!holds(token, standing(kept))) throw lostLease(session, token);
      kept.lines = kept.lines.map((line) => (seqs.includes(line.seq) ? withoutBody(line) : line));
      kept.draft = undefined;
      kept.snapshots.clear();
      watching.touch(session);
    },
    search: (words, searching) =>
      searchLines(
        [...sessions].map(([id, { lines }]) => [id, lines] as const),
        words,
        searching,
      ),
    list: async () =>
      [...sessions]
        .map(listed)
        .toReversed()
        .sort((one, other) => other.changedAt - one.changedAt),
    remove: async (session) => {
      find(session);
      sessions.delete(session);
      watching.touch(session);
    },
    close: async () => {},
  };
};

const newlyKept = (first: number, at: number): Kept => ({
  first,
  createdAt: at,
  changedAt: at,
  holder: undefined,
  token: 0,
  lines: [],
  inbox: new Map(),
  outcomes: new Map(),
  snapshots: new Map(),
  draft: undefined,
});

const standing = (kept: Kept): Standing => ({
  next: kept.first + kept.lines.length,
  token: kept.token,
  held: kept.holder !== undefined,
});

const write = (kept: Kept, batch: Batch): void => {
  kept.lines.push(...batch.lines);
  for (const { command, outcome } of batch.outcomes ?? []) {
    kept.inbox.delete(command);
    if (!kept.outcomes.has(command)) kept.outcomes.set(command, outcome);
  }
};

const acquire = (kept: Kept, holder: Holder): Lease => {
  if (kept.holder !== undefined && !sameHolder(kept.holder, holder) && !isDead(kept.holder))
    return { ok: false, holder: kept.holder };
  kept.holder = holder;
  kept.token += 1;
  return { ok: true, token: kept.token };
};

async function* readLines(kept: Kept, from: number, bodies: boolean): AsyncGenerator<readonly Line[]> {
  // By what was read, not by what could have been: lines are appended while a page is looked at.
  for (let start = Math.max(0, from - kept.first); start < kept.lines.length;) {
    const page = kept.lines.slice(start, start + linesPerRead);
    start += page.length;
    yield bodies ? page : page.map(withoutBody);
  }
}

const withoutBody = ({ session, seq, text, seal }: Line): Line => ({ session, seq, text, seal });

const listed = ([id, kept]: [string, Kept]): StoredSession => ({
  id,
  createdAt: kept.createdAt,
  changedAt: kept.changedAt,
  seq: kept.first + kept.lines.length - 1,
  holder: kept.holder !== undefined && isDead(kept.holder) ? undefined : kept.holder,
});
