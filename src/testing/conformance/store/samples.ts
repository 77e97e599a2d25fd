/** What the tests of stores write, and how they read it back. */
import type { Command } from "../../../contract/command.ts";
import type { Holder, Lease, Line, Store } from "../../../contract/store.ts";
import { thisHolder } from "../../../stores/holder.ts";

/** A live process on another machine. */
export const elsewhere: Holder = { host: "elsewhere.invalid", boot: "other", pid: 1, started: "1" };

/** A process of this machine that is gone: no system gives out so high a number. */
export const gone: Holder = { ...thisHolder(), pid: 2 ** 30, started: "1" };

export const line = (session: string, seq: number, more: Partial<Line> = {}): Line => ({
  session,
  seq,
  text: JSON.stringify({ session, seq, data: { greeting: "grüß dich 👋 \u0000" } }),
  seal: `seal of ${seq}`,
  ...more,
});

export const linesOf = (session: string, from: number, count: number): Line[] =>
  Array.from({ length: count }, (_, index) => line(session, from + index));

export const readAll = async (store: Store, session: string, options?: Parameters<Store["read"]>[1]): Promise<Line[]> =>
  (await Array.fromAsync(store.read(session, options))).flat();

/** The code a promise is rejected with, or that it was not. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (thrown) => (thrown as { code?: unknown }).code ?? thrown,
  );

/** A session that this process holds; gives its token. */
export const held = async (store: Store, session: string, holder: Holder = thisHolder()): Promise<number> => {
  await store.create(session);
  return tokenOf(await store.acquire(session, holder));
};

export const tokenOf = (lease: Lease): number => {
  if (!lease.ok) throw new Error(`held by ${JSON.stringify(lease.holder)}`);
  return lease.token;
};

export const say = (id: string): Command => ({ type: "say", id, parts: [{ type: "text", text: `words of ${id}` }] });
