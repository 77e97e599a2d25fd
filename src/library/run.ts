/** A run as a program holds it: a promise of the result that can be iterated as well. */
import type { RunResult } from "./result.ts";

/**
 * A run under way. Await it for its result, iterate it for what happens, or iterate it and then await it: it runs once.
 * Leaving the loop early cancels it, and the result says `cancelled`. A run that goes wrong says so in its result; it
 * rejects, with a KelsonError, only when it cannot be run at all: no model, a session that is not there, a full disk.
 */
export interface Run<Item, Output = undefined> extends Promise<RunResult<Output>>, AsyncIterable<Item> {}

/** What the work is handed: where its items go, and when to stop. */
export interface Work<Item> {
  readonly push: (item: Item) => void;
  readonly signal: AbortSignal;
}

/** Begins the work at once. Items are kept until they are taken. */
export const begin = <Item, Output>(
  work: (given: Work<Item>) => Promise<RunResult<Output>>,
  signal: AbortSignal | undefined,
): Run<Item, Output> => {
  const leaving = new AbortController();
  const items = { kept: [] as Item[], more: Promise.withResolvers<void>(), state: "coming" as "coming" | "all here" };
  const push = (item: Item): void => {
    items.kept.push(item);
    items.more.resolve();
  };
  const signals = signal === undefined ? [leaving.signal] : [leaving.signal, signal];
  const result = work({ push, signal: AbortSignal.any(signals) }).finally(() => {
    items.state = "all here";
    items.more.resolve();
  });
  const take = async function* (): AsyncGenerator<Item, void, void> {
    try {
      while (items.kept.length > 0 || items.state === "coming") {
        if (items.kept.length === 0) await items.more.promise;
        items.more = Promise.withResolvers();
        yield* items.kept.splice(0);
      }
      await result;
    } finally {
      leaving.abort();
      await result.catch(() => {});
    }
  };
  return Object.assign(result, {
    [Symbol.asyncIterator]: () => {
      // Whoever iterates hears of a failure there, and need not await the run as well.
      result.catch(() => {});
      return take();
    },
  });
};
