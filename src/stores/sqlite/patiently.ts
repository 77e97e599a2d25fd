/** Waits its turn while another process holds the lock of the database. */
import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./failure.ts";

const pauseMs = 5;
const patienceMs = 30_000;

/** Tries again every few milliseconds, without blocking this process, and gives up after half a minute. */
export const patiently = async <T>(attempt: () => T): Promise<T> => {
  const giveUpAt = performance.now() + patienceMs;
  while (true) {
    try {
      return attempt();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() > giveUpAt) throw thrown;
      await delay(pauseMs);
    }
  }
};
