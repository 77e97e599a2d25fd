/** What the sessions of a tree have spent as of now, so that sub-agents side by side do not each pass a budget above them. */
import { spending } from "../../folds/status/spending.ts";
import type { Status } from "../../folds/status/status.ts";

/**
 * Whether there is money for one more model call. `later`: there is none only because of calls that are under way, which may
 * turn out to cost less than was reserved for them.
 */
export type Room = "yes" | "later" | "no";

export interface Ledger {
  /** Knows a session until it is told to forget it. */
  readonly follow: (session: string, account: Account) => () => void;
  /** In the budgets of this session and of all above it. */
  readonly room: (session: string) => Room;
  /** Somebody's model call came to its end. */
  readonly settle: () => void;
  /** Resolves when that happens next. */
  readonly settled: () => Promise<void>;
}

export interface Account {
  /** The session that asked for this one. */
  readonly above: () => string | undefined;
  readonly status: () => Status;
}

/** Of the sessions that this process holds. */
export const ledger = (): Ledger => {
  const accounts = new Map<string, Account>();
  let next = Promise.withResolvers<void>();

  /** What is reserved for a child counts as spent, and what the child has spent beyond that, by its last call, too. */
  const spentBy = (status: Status, underWay: "counts" | "is left out"): Spent => {
    const { runUsd, sessionUsd, tokens } = spending(underWay === "counts" ? status : { ...status, reservedUsd: 0 });
    const asked = underWay === "counts" && status.reply === "asked" ? status.lastTokens : 0;
    const beyond = status.children.map(({ id, limits }) => {
      const account = accounts.get(id);
      const spent = account && spentBy(account.status(), underWay);
      return {
        usd: Math.max(0, (spent?.sessionUsd ?? 0) - limits.costUsd),
        tokens: Math.max(0, (spent?.tokens ?? 0) - limits.tokens),
      };
    });
    const usd = beyond.reduce((sum, each) => sum + each.usd, 0);
    return {
      runUsd: runUsd + usd,
      sessionUsd: sessionUsd + usd,
      tokens: tokens + asked + beyond.reduce((sum, each) => sum + each.tokens, 0),
    };
  };

  const isSpent = (status: Status, underWay: "counts" | "is left out"): boolean => {
    const { costUsd = 0, sessionCostUsd = 0, tokens = 0 } = status.settings?.limits ?? {};
    const spent = spentBy(status, underWay);
    return (
      (costUsd > 0 && spent.runUsd >= costUsd) ||
      (sessionCostUsd > 0 && spent.sessionUsd >= sessionCostUsd) ||
      (tokens > 0 && spent.tokens >= tokens)
    );
  };

  const upwards = (session: string | undefined): Status[] => {
    const account = session === undefined ? undefined : accounts.get(session);
    return account === undefined ? [] : [account.status(), ...upwards(account.above())];
  };

  return {
    follow: (session, account) => {
      accounts.set(session, account);
      return () => void accounts.delete(session);
    },
    room: (session) => {
      const all = upwards(session);
      if (all.some((status) => isSpent(status, "is left out"))) return "no";
      return all.some((status) => isSpent(status, "counts")) ? "later" : "yes";
    },
    settle: () => {
      next.resolve();
      next = Promise.withResolvers();
    },
    settled: () => next.promise,
  };
};

interface Spent {
  readonly runUsd: number;
  readonly sessionUsd: number;
  readonly tokens: number;
}
