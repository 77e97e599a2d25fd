/** The port to where sessions rest. */
import type { Command, Outcome } from "./command.ts";

/** What rests beside a line and can be erased: JSON text, and the salt of its digest. */
export interface Body {
  readonly salt: string;
  readonly text: string;
}

/** One line of a log. `text` is the sealed envelope; `body` is absent when it never had one or was erased. */
export interface Line {
  readonly session: string;
  readonly seq: number;
  readonly text: string;
  readonly seal: string;
  readonly body?: Body | undefined;
}

/** Who appends to a session: a process, told apart from a later one with the same number. */
export interface Holder {
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
  /** Clock ticks since boot when the process started. */
  readonly started: string;
}

/** The right to append. `token` rises with every holder, and an older one is refused for good. */
export type Lease = { readonly ok: true; readonly token: number } | { readonly ok: false; readonly holder: Holder };

/** What is written in one transaction for one session: lines, and the outcomes of the commands that they answer. */
export interface Batch {
  readonly session: string;
  readonly token: number;
  readonly lines: readonly Line[];
  readonly outcomes?: readonly { readonly command: string; readonly outcome: Outcome }[] | undefined;
}

/** The text of a reply that is still streaming, as JSON; `seq` is that of its `model.asked`. */
export interface Draft {
  readonly seq: number;
  readonly text: string;
}

/** A fold's state at a line, as JSON. It counts only while `seal` is made of the seal of the line `seq`, and of the state. */
export interface Snapshot {
  readonly fold: string;
  readonly version: number;
  readonly seq: number;
  readonly seal: string;
  readonly state: string;
}

/** A session in a listing; times are milliseconds since 1970, `seq` is that of the last line or -1. */
export interface StoredSession {
  readonly id: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly seq: number;
  readonly holder: Holder | undefined;
}

/** A session as its first line tells of it: what a search is narrowed by. */
export interface SearchedSession {
  readonly id: string;
  readonly cwd: string;
  readonly user: string;
  readonly kind: string;
  /** The session that it was forked or spawned from. */
  readonly parent?: string | undefined;
}

/** A place where words of a query were said, or stand in a session's title. `at` is milliseconds since 1970. */
export interface Hit {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly by: "user" | "model" | "title";
  readonly cwd: string;
  /** An excerpt, with the words in it. */
  readonly text: string;
}

/** How a search is narrowed. `among` is given all sessions and gives back the ids of those that are searched. */
export interface Searching {
  readonly limit: number;
  readonly among?: ((sessions: readonly SearchedSession[]) => Iterable<string> | Promise<Iterable<string>>) | undefined;
}

/**
 * Where logs rest. All that waits, of all sessions, is committed together; one session's refusal fails only its own
 * promise. Rejects with KelsonError: `stale_lease` (a stale token or a taken seq), `not_found`, `store_failed`,
 * `disk_full` (nothing of the batch was written). Seqs of a session have no gap; its first is 0, or as it was created with.
 */
export interface Store {
  /** Where it is, for people. */
  readonly place: string;
  /** Whether what it holds outlives the process. */
  readonly durable: boolean;

  /** `first` is the seq of its first line: 0, but for a fork, whose lines go on where its parent's were left. */
  readonly create: (session: string, first?: number) => Promise<void>;
  readonly append: (batch: Batch) => Promise<void>;
  /** Lines from a seq on, in order, a few hundred at a time. `bodies: false` leaves the bodies out. Lines of a parent are not among them. */
  readonly read: (
    session: string,
    options?: { readonly from?: number; readonly bodies?: boolean },
  ) => AsyncIterable<readonly Line[]>;
  readonly last: (session: string) => Promise<Line | undefined>;

  /** Takes the session over at once when its holder was this process or is known to be dead. */
  readonly acquire: (session: string, holder: Holder) => Promise<Lease>;
  /** False, and the lease is kept, while the inbox holds a command. */
  readonly release: (session: string, token: number) => Promise<boolean>;

  /** Puts a command into the inbox; one with a known id is dropped, its outcome stands. */
  readonly post: (session: string, command: Command) => Promise<void>;
  /** Commands without an outcome, in order of arrival. */
  readonly inbox: (session: string) => Promise<readonly Command[]>;
  readonly outcome: (session: string, command: string) => Promise<Outcome | undefined>;
  /**
   * Calls back soon after anything changed: with the sessions that did, or with nothing when another process wrote and any
   * may have. Gives back what stops it.
   */
  readonly watch: (changed: (sessions?: ReadonlySet<string>) => void) => () => void;

  readonly saveDraft: (session: string, token: number, draft: Draft) => Promise<void>;
  readonly draft: (session: string) => Promise<Draft | undefined>;
  readonly saveSnapshot: (session: string, snapshot: Snapshot) => Promise<void>;
  readonly snapshot: (session: string, fold: string, version: number) => Promise<Snapshot | undefined>;

  /**
   * Removes the bodies of lines, and with them the session's draft and snapshots, which may hold the same. When it resolves
   * none of it is in the store's files any more; lines without a body, and seqs that are none, are no matter.
   */
  readonly erase: (session: string, token: number, seqs: readonly number[]) => Promise<void>;

  /**
   * Places where a word of the query was said, by the user or the model, or stands in a title: best first, of equal ones the
   * newest. Case and accents do not count; words of three letters and more also find longer ones. What an index is made of
   * is erased and removed with it, and nothing is found that is not in the log any more.
   */
  readonly search: (words: string, searching: Searching) => Promise<readonly Hit[]>;

  /** Latest change first. */
  readonly list: () => Promise<readonly StoredSession[]>;
  readonly remove: (session: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
