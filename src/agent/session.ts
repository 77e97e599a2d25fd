/** A session that this process holds: its lease, its log, and the fan-out of deltas. Nothing more. */
import { KelsonError } from "../contract/error.ts";
import type { NewEvent } from "../contract/event.ts";
import type { Session } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import { birth } from "../folds/birth.ts";
import { signed } from "../folds/signed.ts";
import { guardTransition } from "../folds/status/legal.ts";
import { status } from "../folds/status/status.ts";
import { openLog } from "../log/log.ts";
import type { Ledger } from "./children/ledger.ts";
import type { ChildSessions } from "./children/open-nursery.ts";
import type { Parts } from "./context.ts";
import { redactCommand } from "./redact-command.ts";
import { inboxOf } from "./inbox.ts";
import { invoked } from "./invoked.ts";
import { sessionFolds } from "./session-folds.ts";
import { worker } from "./worker.ts";

export interface HeldSession extends Session {
  /** Appends the first lines of a new session. */
  readonly begin: (...events: NewEvent[]) => Promise<void>;
}

export interface SessionParts {
  readonly store: Store;
  readonly session: string;
  /** The lease's fencing token. */
  readonly token: number;
  readonly parts: Parts;
  readonly children: ChildSessions;
  /** What the sessions of this process have spent. */
  readonly spent: Ledger;
}

/** Fewer lines than this are read as fast as a snapshot. */
const snapshotLines = 100;

/** How often the inbox is emptied before a session is let go. */
const mostTries = 1_000;

/** Opens the log. The loop stands still until `rest`, or until a command brings work. */
export const holdSession = async ({
  store,
  session,
  token,
  parts,
  children,
  spent,
}: SessionParts): Promise<HeldSession> => {
  const log = await openLog({
    store,
    session,
    token,
    now: parts.now,
    folds: sessionFolds,
    mac: parts.signer?.mac,
    guard: (read, event) => guardTransition(read(status), event),
  });
  const openedAt = log.head().seq;
  const above = (): string | undefined => {
    const { kind, parent } = log.read(birth);
    return kind === "agent" ? parent?.session : undefined;
  };
  const forget = spent.follow(session, { above, status: () => log.read(status) });
  const work = worker({ store, log, token, parts, children, spent });
  const inbox = inboxOf({ store, log, append: work.append, keep: parts.grounds.keep });
  const take = async (): Promise<void> => {
    if (await inbox.take()) work.drive();
  };
  // Only other processes post behind our back. A failure to take is met again, and told, by whoever sends or waits.
  const unwatch = store.watch((ours) => {
    if (ours === undefined) void take().catch(() => {});
  });

  // Commands may come in as fast as they are taken; from a damaged store they come back for ever.
  const letGo = async (): Promise<void> => {
    for (let tries = 0; !(await store.release(session, token)); tries += 1) {
      if (tries === mostTries) {
        throw new KelsonError("store_failed", `session ${session} cannot be let go: its inbox does not become empty`);
      }
      await inbox.take();
    }
  };

  return {
    id: session,
    begin: async (...events) => {
      for (const event of events) work.append(event);
      await log.saved();
    },
    send: async (command) => {
      const called = invoked(command, parts.readInvocation);
      if (!called.ok) return called;
      await store.post(session, redactCommand(called.command, parts.redactor));
      await take();
      const outcome = await store.outcome(session, command.id);
      return outcome ?? { ok: false, code: "refused", message: `command ${command.id} was not taken` };
    },
    events: log.listen,
    deltas: work.listen,
    read: log.follow,
    rest: async () => {
      await take();
      work.drive();
      await work.rest();
    },
    close: async () => {
      unwatch();
      forget();
      await work.stop();
      await log.saved();
      // What this process wrote since, while it waited for a person for example. Who only looked, or only began, signs nothing.
      if (log.head().seq > Math.max(openedAt, 0) && log.read(signed).unsigned > 0) await work.sign();
      await log.snapshot({ lines: snapshotLines });
      await letGo();
    },
  };
};
