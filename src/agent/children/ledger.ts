/** What the sessions of a tree have spent as of now, so that sub-agents side by side do not each pass a budget above them. */
import { spending } from "../../folds/status/spending.ts";
import type { Status } from "../../folds/status/status.ts";

export interface Ledger {
  /** Knows a session until it is told to forget it. */
  readonly follow: (session: string, account: Account) => () => void;
  /** Whether a session above this one has nothing left for another model call. */
  readonly overdrawn: (session: string) => boolean;
}

export interface Account {
  /** The session that asked for this one. */
  readonly above: () => string | undefined;
  readonly status: () => Status;
}

interface Spent {
  readonly runUsd: number;
  readonly sessionUsd: number;
  readonly tokens: number;
}

/** Of the sessions that this process holds. */
export const ledger = (): Ledger => {
  const accounts = new Map<string, Account>();

  /** What is reserved for a child counts as spent, and what the child has spent beyond that, by its last call, too. */
  const spentBy = (status: Status): Spent => {
    const { runUsd, sessionUsd, tokens } = spending(status);
    const beyond = status.children.map(({ id, limits }) => {
      const account = accounts.get(id);
      const spent = account && spentBy(account.status());
      return {
        usd: Math.max(0, (spent?.sessionUsd ?? 0) - limits.costUsd),
        tokens: Math.max(0, (spent?.tokens ?? 0) - limits.tokens),
      };
    });
    const usd = beyond.reduce((sum, each) => sum + each.usd, 0);
    const asked = status.reply === "asked" ? status.lastTokens : 0;
    return {
      runUsd: runUsd + usd,
      sessionUsd: sessionUsd + usd,
      tokens: tokens + asked + beyond.reduce((sum, each) => sum + each.tokens, 0),
    };
  };

  const isSpent = (status: Status): boolean => {
    const { costUsd = 0, sessionCostUsd = 0, tokens = 0 } = status.settings?.limits ?? {};
    const spent = spentBy(status);
    return (
      (costUsd > 0 && spent.runUsd >= costUsd) ||
      (sessionCostUsd > 0 && spent.sessionUsd >= sessionCostUsd) ||
      (tokens > 0 && spent.tokens >= tokens)
    );
  };

  const overdrawn = (session: string): boolean => {
    const above = accounts.get(session)?.above();
    const account = above === undefined ? undefined : accounts.get(above);
    if (above === undefined || account === undefined) return false;
    return isSpent(account.status()) || overdrawn(above);
  };

  return {
    follow: (session, account) => {
      accounts.set(session, account);
      return () => void accounts.delete(session);
    },
    overdrawn,
  };
};
