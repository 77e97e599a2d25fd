/** The sessions that this process holds: whoever opens one that is open already shares it, and the last to close lets go. */
import type { Session } from "../contract/runtime.ts";

export interface SharedSessions {
  /** Whether a session is open in this process. */
  readonly has: (id: string) => boolean;
  readonly share: <S extends Session>(id: string, open: () => Promise<S>) => Promise<S>;
}

export const sharedSessions = (): SharedSessions => {
  const shared = new Map<string, { readonly opened: Promise<Session>; users: number }>();
  const closing = new Map<string, Promise<void>>();
  // A session that is opened while it is being closed would take the lease from under its last lines.
  const afterClosing = (id: string): Promise<void> => (closing.get(id) ?? Promise.resolve()).catch(() => {});
  return {
    has: (id) => shared.has(id) || closing.has(id),
    share: async <S extends Session>(id: string, open: () => Promise<S>): Promise<S> => {
      const entry = shared.get(id) ?? { opened: afterClosing(id).then(open), users: 0 };
      shared.set(id, entry);
      entry.users += 1;
      const session = await (entry.opened as Promise<S>).catch((error: unknown) => {
        shared.delete(id);
        throw error;
      });
      let closed = false;
      const close = async (): Promise<void> => {
        if (closed) return;
        closed = true;
        entry.users -= 1;
        if (entry.users > 0) return;
        shared.delete(id);
        const letGo = session.close().finally(() => closing.delete(id));
        closing.set(id, letGo);
        await letGo;
      };
      return { ...session, close };
    },
  };
};
