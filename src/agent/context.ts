/** What performers work with: the session's log and status, and the parts that are plugged in. */
import type { Checkpoints } from "../contract/checkpoint.ts";
import type { CompactionStrategy } from "../contract/compaction.ts";
import type { Delta } from "../contract/delta.ts";
import type { Event, NewEvent } from "../contract/event.ts";
import type { MemoryKeeper } from "../contract/memory.ts";
import type { ReplyPart } from "../contract/message.ts";
import type { Provider } from "../contract/provider.ts";
import type { Head, Signer } from "../contract/signer.ts";
import type { ProfileKeeper } from "../contract/profile.ts";
import type { Redactor } from "../contract/redactor.ts";
import type { Runtime } from "../contract/runtime.ts";
import type { Source } from "../contract/source.ts";
import type { ReadInvocation } from "../contract/skill.ts";
import type { RunSettings } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import type { Worktrees } from "../contract/worktree.ts";
import type { Status } from "../folds/status/status.ts";
import type { Breaker } from "./breaker.ts";
import type { Ledger } from "./children/ledger.ts";
import type { Nursery } from "./children/nursery.ts";
import type { ReadFold } from "../log/log.ts";
import type { Grounds } from "./study.ts";

/** What is plugged in. Time, ids and chance come in here, too. */
export interface Parts {
  /** The model of runs that begin in this process, then its fallbacks. */
  readonly providers: readonly [Provider, ...Provider[]];
  readonly tools: readonly Tool[];
  readonly world: World;
  readonly sources: readonly Source[];
  readonly grounds: Grounds;
  /** The settings of runs that begin in this process. */
  readonly settings: RunSettings;
  /** Which providers had better be left alone for a while; shared by the sessions of a process. */
  readonly breaker: Breaker;
  /** Signs what a run has written when it ends; without it nothing is signed. */
  readonly signer?: Signer | undefined;
  /** Takes secrets out of what is written down, sent or shown; absent, nothing is taken out. */
  readonly redactor?: Redactor | undefined;
  /** Reads a person's message that calls a skill; absent, all is said as it is. */
  readonly readInvocation?: ReadInvocation | undefined;
  /** Makes way in long conversations; absent, all is sent. */
  readonly compaction?: CompactionStrategy | undefined;
  /** Writes summaries in the place of the model. */
  readonly summariser?: Provider | undefined;
  /** The user's notes in the session's directory; absent where none are kept. */
  readonly memory?: MemoryKeeper | undefined;
  /** What is known of the user, where that is learned. */
  readonly profile?: ProfileKeeper | undefined;
  /** Searches past sessions. */
  readonly search?: Runtime["search"] | undefined;
  /** Where sub-agents work apart; absent, they cannot. */
  readonly worktrees?: Worktrees | undefined;
  /** Opens the snapshots of the session's directory; absent, its files are not saved. KelsonError `refused` where they must not be. */
  readonly checkpoints?: (() => Promise<Checkpoints>) | undefined;
  /** Opens another model of this machine, for sub-agents that have one of their own. */
  readonly openModel?: ((name: string) => Promise<OpenedModel>) | undefined;
  readonly now: () => number;
  readonly id: () => string;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** A model, and what the settings of its runs say of it. */
export interface OpenedModel {
  readonly provider: Provider;
  readonly choice: Pick<RunSettings, "model" | "baseUrl" | "prices" | "window" | "outputLimit">;
}

export interface Context extends Parts {
  readonly session: string;
  /** Appends an event at its place in the run and step. */
  readonly append: (event: NewEvent) => Event;
  /** Resolves when all that was appended is on disk. */
  readonly saved: () => Promise<void>;
  /** The last line that was appended. */
  readonly head: () => Head;
  readonly status: () => Status;
  readonly read: ReadFold;
  /** Aborts when a cancel is asked. */
  readonly signal: () => AbortSignal;
  /** Resolves when the next event is appended. */
  readonly changed: () => Promise<void>;
  /** What the sessions of this process have spent. */
  readonly spent: Ledger;
  /** Its sub-agents. */
  readonly nursery: Nursery;
  readonly tell: (deltas: readonly Omit<Delta, "session">[]) => void;
  readonly saveDraft: (asked: number, parts: readonly ReplyPart[]) => void;
  /** What was kept of a reply that was lost. */
  readonly draft: (asked: number) => Promise<readonly ReplyPart[]>;
}
