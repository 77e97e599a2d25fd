/** The sessions that this process holds: whoever opens one that is open already shares it, and the last to close lets go. */
import type { Session } from "../contract/runtime.ts";

export interface SharedSessions {
  readonly share: <S extends Session>(id: string, open: () => Promise<S>) => Promise<S>;
}

export const sharedSessions = (): SharedSessions => {
  const shared = new Map<string, { readonly opened: Promise<Session>; users: number }>();
  return {
    share: async <S extends Session>(id: string, open: () => Promise<S>): Promise<S> => {
      const entry = shared.get(id) ?? { opened: open(), users: 0 };
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
        await session.close();
      };
      return { ...session, close };
    },
  };
};
