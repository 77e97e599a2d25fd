/** Notices that another process wrote to the database, while someone wants to know. */
import type { DatabaseSync } from "node:sqlite";

const pollMs = 50;

export interface Changes {
  readonly start: () => void;
  readonly stop: () => void;
}

/** `data_version` moves when another connection commits, and only then: https://sqlite.org/pragma.html#pragma_data_version */
export const changesByOthers = (database: DatabaseSync, changed: () => void): Changes => {
  const statement = database.prepare("PRAGMA data_version");
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;

  /** A version that cannot be read now is read in the next round. */
  const version = (): number => {
    try {
      return (statement.get() as { data_version: number }).data_version;
    } catch {
      return seen;
    }
  };

  const poll = () => {
    const current = version();
    if (current === seen) return;
    seen = current;
    changed();
  };

  return {
    start: () => {
      if (timer !== undefined) return;
      seen = version();
      timer = setInterval(poll, pollMs).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
