/** Commits a group of writes in one transaction, and tells each what came of it. */
import type { DatabaseSync } from "node:sqlite";
import { KelsonError } from "../../contract/error.ts";
import { storeFailure } from "./failure.ts";
import type { Waiting, Write } from "./group-commit.ts";
import { patiently } from "./patiently.ts";

/** A group that fails is taken apart, so that what made it fail (a body too big for the disk) fails nothing else. */
export const committing = (database: DatabaseSync, path: string) => {
  const transaction = transactions(database);

  const commit = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 0) return;
    try {
      settle(group, await patiently(() => transaction(group)));
    } catch (thrown) {
      if (group.length === 1) group[0]?.reject(storeFailure(path, thrown));
      else for (const one of group) await commit([one]);
    }
  };

  return async (group: readonly Waiting[]): Promise<void> =>
    commit(group.some(({ prepare }) => prepare !== undefined) ? await prepareAll(group, path) : group);
};

type Result = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: KelsonError };

/** A refusal is a result; any other error undoes the whole group and is thrown. */
const transactions = (database: DatabaseSync) => {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  return (group: readonly Write<unknown>[]): readonly Result[] => {
    begin.run();
    try {
      const results = group.map(resultOf);
      commit.run();
      return results;
    } catch (thrown) {
      // On some errors, a full disk among them, SQLite has rolled back already.
      if (database.isTransaction) rollback.run();
      throw thrown;
    }
  };
};

const resultOf = ({ work }: Write<unknown>): Result => {
  try {
    return { ok: true, value: work() };
  } catch (thrown) {
    if (thrown instanceof KelsonError) return { ok: false, reason: thrown };
    throw thrown;
  }
};

const settle = (group: readonly Waiting[], results: readonly Result[]): void => {
  for (const [index, result] of results.entries()) {
    if (result.ok) group[index]?.resolve(result.value);
    else group[index]?.reject(result.reason);
  }
};

/** Those whose preparation succeeded; the others are rejected. */
const prepareAll = async (group: readonly Waiting[], path: string): Promise<readonly Waiting[]> => {
  const prepared = await Promise.all(
    group.map(async (waiting) => {
      try {
        await waiting.prepare?.();
        return [waiting];
      } catch (thrown) {
        waiting.reject(storeFailure(path, thrown));
        return [];
      }
    }),
  );
  return prepared.flat();
};
