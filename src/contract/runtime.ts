/** The door that transports knock on. */
import type { Command, Outcome } from "./command.ts";
import type { Delta } from "./delta.ts";
import type { Event } from "./event.ts";
import type { Fold } from "./fold.ts";
import type { RanAgain, Replayed } from "./replay.ts";
import type { Recollection } from "./host.ts";
import type { FilesDoor } from "./rewind.ts";
import type { ProfileKeeper } from "./profile.ts";
import type { PublicKey } from "./signer.ts";
import type { State } from "./terms.ts";
import type { Verdict } from "./verdict.ts";

export type Stop = () => void;

/** What an unfinished session is at, or was at when its process ended. */
export interface Doing {
  /** Calls that wait for a person: for approval, or with a question of their own. */
  readonly waiting: readonly OpenCall[];
  /** Calls that were started and have no outcome. */
  readonly running: readonly OpenCall[];
  /** The step of the model's reply that was asked for and has not come. */
  readonly asking?: number | undefined;
  /** Sub-agents that have not reported. */
  readonly agents: number;
  /** Messages that nobody has taken up yet. */
  readonly queued: number;
}

/** A call without an outcome; `subject` is what it is about, in one line. */
export interface OpenCall {
  readonly name: string;
  readonly subject: string;
  readonly asks?: "approval" | "question" | undefined;
}

/** What a listing shows of a session; derived from its log. */
export interface SessionSummary {
  readonly id: string;
  /** `agent`: a sub-agent's. */
  readonly kind: "main" | "agent" | "user";
  readonly title: string;
  readonly cwd: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly events: number;
  readonly state: State;
  readonly steps: number;
  /** Undefined when a price is unknown. */
  readonly costUsd: number | undefined;
  /** Absent when nothing is left to go on with. */
  readonly doing?: Doing | undefined;
  /** Whether a live process works on it. */
  readonly live: boolean;
  /** The session that it was forked from, and after which line. */
  readonly forkedFrom?: { readonly session: string; readonly seq: number } | undefined;
}

/** After a step of a session, 0 being before the first, or after a line. */
export type ForkPoint = { readonly step: number } | { readonly seq: number };

/**
 * One session. When another process holds it, commands go through its inbox and events are followed from the store;
 * nothing else differs, but that there are no deltas.
 */
export interface Session {
  readonly id: string;
  /** Resolves when the command's event is on disk, or with why it was refused. */
  readonly send: (command: Command) => Promise<Outcome>;
  /** Events from a seq on, each as soon as it is on disk, then live. */
  readonly events: (from: number, listener: (event: Event) => void) => Stop;
  readonly deltas: (listener: (deltas: readonly Delta[]) => void) => Stop;
  /** The state of a fold after all that is on disk. Read-only. */
  readonly read: <S>(fold: Fold<S>) => Promise<S>;
  /** Goes on with what is under way, and resolves when no run is, or when one waits for a person. Rejects when it cannot. */
  readonly rest: () => Promise<void>;
  /** Lets go of the session. A run under way is cut off where it stands, as a crash would. */
  readonly close: () => Promise<void>;
}

/** A session that is only read: whoever works on it is not disturbed, and its directory need not be there. */
export interface SessionView extends Pick<Session, "id" | "read"> {
  /** Those that it has now. */
  readonly events: () => AsyncIterable<Event>;
  /** How many commands wait in its inbox; whoever opens it next takes them. */
  readonly waiting: () => Promise<number>;
}

/** Which lines' bodies are erased: those of the seqs, those before a time (milliseconds since 1970), or all. */
export type Erasing = { readonly seqs: readonly number[] } | { readonly before: number } | "all";

/** How many bodies are gone, and the seq of the line that says so; absent when there was nothing to erase. */
export interface Erased {
  readonly bodies: number;
  readonly seq?: number | undefined;
}

/** How sessions are searched: at most how many hits, only those of a directory's project, and for whom. */
export interface SessionSearch {
  readonly limit?: number | undefined;
  /** Any directory of it. */
  readonly project?: string | undefined;
  /** A session that asks: its own family, other users' sessions and those of sub-agents are left out. */
  readonly asker?: string | undefined;
}

/** All sessions of a store. Errors are KelsonErrors. */
export interface Runtime extends FilesDoor {
  /** Where sessions are kept, and whether they outlive the process. */
  readonly place: string;
  readonly durable: boolean;
  readonly create: (options: { readonly cwd: string; readonly title?: string }) => Promise<Session>;
  /** Looks at a session, from the store alone. Reading one that does not exist rejects with `not_found`. */
  readonly view: (id: string) => SessionView;
  /** Opens without going on: that is for `rest`, or for a command that brings work. */
  readonly open: (id: string) => Promise<Session>;
  /**
   * A session that begins with another one's lines up to a point, by default all: nothing is copied. What was under way there is
   * closed as interrupted, in the fork alone, and the run ended unless it `goesOn`. KelsonError `bad_input` when there is no such point.
   */
  readonly fork: (
    id: string,
    options?: {
      readonly at?: ForkPoint | undefined;
      readonly cwd?: string | undefined;
      readonly goesOn?: boolean | undefined;
      /** In a git worktree of its own, of the present state. */
      readonly worktree?: boolean | undefined;
    },
  ) => Promise<Session>;
  /**
   * Rebuilds each request from the log, and compares it with what was recorded; with `today`, also with what today's prompt,
   * tools and rules of a directory would make of it. Asks no model.
   */
  readonly replay: (id: string, today?: { readonly cwd: string }) => Promise<Replayed>;
  /**
   * Runs the calls of a session again in another directory, which stands for its own and is changed by them, with today's tools
   * and today's policy. Writes nothing down. KelsonError `interrupted` when the signal aborts.
   */
  readonly runAgain: (id: string, where: { readonly cwd: string; readonly signal: AbortSignal }) => Promise<RanAgain>;
  /** Latest change first, without the log of what is known of the user, unless that is to be shown, too. */
  readonly list: (options?: { readonly hidden?: boolean }) => Promise<readonly SessionSummary[]>;
  /** What is known of the user. */
  readonly profile: ProfileKeeper;
  /** What was said where words of the query stand, best first. */
  readonly search: (words: string, options?: SessionSearch) => Promise<readonly Recollection[]>;
  /** Checks the chain and the signatures, also of a session that is gone and should not be. */
  readonly verify: (id: string) => Promise<Verdict>;
  /** Ids of the sessions of which a signed head is kept, whether they are still there or not. */
  readonly attested: () => Promise<readonly string[]>;
  /** The key that logs are signed with; undefined where they are not. */
  readonly key: () => PublicKey | undefined;
  /** What a stand-alone script can verify: a head, then the lines as `export` gives them. */
  readonly bundle: (id: string) => AsyncIterable<string>;
  /** Erases the bodies of lines for good, and writes down that it did. KelsonError `held` while anybody works on it. */
  readonly erase: (id: string, which: Erasing) => Promise<Erased>;
  /** One JSON text per line of the log, with its seal and body; from a seq on, by default all. */
  readonly export: (id: string, from?: number) => AsyncIterable<string>;
  /** Checks the chain, then keeps the session under its own id. */
  readonly import: (lines: AsyncIterable<string>) => Promise<string>;
  /** KelsonError `refused` while there are forks of it, which begin with its lines, and `held` while anybody works on it. */
  readonly remove: (id: string) => Promise<void>;
  /**
   * From now on what is to be written waits while the disk is full, and sessions with it; `told` hears when that begins and
   * when there is room again. Nobody hearing, it fails with `disk_full`, as it does for a session that is cancelled meanwhile.
   */
  readonly waitForRoom: (told: (isFull: boolean) => void) => Stop;
  readonly close: () => Promise<void>;
}
