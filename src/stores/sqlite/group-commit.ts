/** Group commit: whatever waits to be written, of all sessions, is handed on together. */

/** How long what is not urgent waits for others to join before it goes alone. */
const lazyMs = 50;

/**
 * Something to write. `prepare` runs before the transaction, `work` inside it; `work` refuses by throwing a
 * KelsonError before it has written anything. What is `lazy` needs no commit of its own and joins the next one.
 */
export interface Write<T> {
  readonly work: () => T;
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly lazy?: boolean;
}

/** A write, and whom to tell what came of it. */
export interface Waiting extends Write<unknown> {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommit {
  /** Resolves with what `work` gave when it is on disk. Writes happen in the order in which they were asked for. */
  readonly write: <T>(write: Write<T>) => Promise<T>;
  /** Resolves when nothing waits any more. */
  readonly drain: () => Promise<void>;
}

/** Commits one group at a time, after the turn of the event loop that asked first; what comes in meanwhile is the next group. */
export const groupCommit = (commit: (group: readonly Waiting[]) => Promise<void>): GroupCommit => {
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;

  const schedule = () => {
    if (running !== undefined || immediate !== undefined || queue.length === 0) return;
    if (queue.some(({ lazy }) => lazy !== true)) immediate = setImmediate(flush);
    else timer ??= setTimeout(flush, lazyMs);
  };

  const flush = () => {
    clearImmediate(immediate);
    clearTimeout(timer);
    immediate = timer = undefined;
    const group = queue;
    queue = [];
    running = commit(group).finally(() => {
      running = undefined;
      schedule();
    });
  };

  const drain = async (): Promise<void> => {
    if (running === undefined && queue.length === 0) return;
    if (running === undefined) flush();
    await running;
    await drain();
  };

  return {
    write: <T>(write: Write<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ ...write, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      }),
    drain,
  };
};
