/** Carries sealed lines to the store in order, many in one commit, and tells of each event when it is on disk. */
import type { Outcome } from "../contract/command.ts";
import { isDiskFull, KelsonError } from "../contract/error.ts";
import type { Event } from "../contract/event.ts";
import type { Line, Store } from "../contract/store.ts";

export interface Writer {
  readonly push: (line: Line, event: Event) => void;
  readonly settle: (command: string, outcome: Outcome) => void;
  /** Resolves when all that was pushed is on disk. After a failure it may be called again: nothing is lost. */
  readonly saved: () => Promise<void>;
}

interface WriterParts {
  readonly session: string;
  readonly store: Store;
  readonly token: number;
  readonly onSaved: (event: Event) => void;
}

/** How long a line may wait for company before it is written without being asked for. */
const lingerMs = 5;

export const writer = ({ session, store, token, onSaved }: WriterParts): Writer => {
  let entries: { line: Line; event: Event }[] = [];
  let outcomes: { command: string; outcome: Outcome }[] = [];
  let flushing: Promise<void> | undefined;
  let linger: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    while (entries.length > 0 || outcomes.length > 0) {
      const batch = { entries, outcomes };
      entries = [];
      outcomes = [];
      try {
        await store.append({ session, token, lines: batch.entries.map(({ line }) => line), outcomes: batch.outcomes });
      } catch (error) {
        entries = [...batch.entries, ...entries];
        outcomes = [...batch.outcomes, ...outcomes];
        throw isDiskFull(error) ? unwritten(error, session, batch.entries) : error;
      }
      for (const { event } of batch.entries) onSaved(event);
    }
  };
  // A flush that is about to end does not see what was pushed in its last moment.
  const saved = async (): Promise<void> => {
    clearTimeout(linger);
    linger = undefined;
    while (flushing !== undefined || entries.length > 0 || outcomes.length > 0) {
      flushing ??= flush().finally(() => {
        flushing = undefined;
      });
      await flushing;
    }
  };
  // Whoever needs a line on disk awaits saved() and hears of a failure there.
  const later = (): void => {
    linger ??= setTimeout(() => void saved().catch(() => {}), lingerMs);
  };

  return {
    saved,
    push: (line, event) => {
      entries.push({ line, event });
      later();
    },
    settle: (command, outcome) => {
      outcomes.push({ command, outcome });
      later();
    },
  };
};

/** What nobody has made room for is told: it is gone with the process. */
const unwritten = (
  { message, hint, cause }: KelsonError,
  session: string,
  lost: readonly { event: Event }[],
): KelsonError => {
  const named = [...new Set(lost.map(({ event }) => event.type))].join(", ");
  const told =
    lost.length === 0
      ? ""
      : `; not written of session ${session}: ${lost.length} ${lost.length === 1 ? "event" : "events"} (${named})`;
  return new KelsonError("disk_full", `${message}${told}`, { hint, cause });
};
