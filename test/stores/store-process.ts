/** A process of its own with a SQLite store: it does what the test's process asks for, or appends until it is killed. */
import type { Line } from "../../src/contract/store.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { sqlite } from "../../src/stores/sqlite.ts";

/** `endless` appends batches to a session for ever, and says after each how many lines are saved. */
export type Request =
  | { readonly id: number; readonly method: "endless"; readonly session: string }
  | { readonly id: number; readonly method: "hold"; readonly session: string }
  | { readonly id: number; readonly method: "create" | "append" | "post"; readonly input: readonly unknown[] };

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly code: unknown }
  | { readonly saved: number };

const [, , directory = ""] = process.argv;
const store = sqlite(directory);
const say = (reply: Reply) => void process.send?.(reply);

const answer = async (request: Request): Promise<unknown> => {
  if (request.method === "endless") return endless(request.session);
  if (request.method === "hold") return store.acquire(request.session, thisHolder());
  const method = store[request.method] as (...input: unknown[]) => Promise<unknown>;
  return method(...request.input);
};

/** Batches of one to five lines, some with a big body. */
const endless = async (session: string): Promise<never> => {
  const lease = await store.acquire(session, thisHolder());
  if (!lease.ok) throw new Error("held by another");
  for (let seq = 0, size = 1; ; seq += size, size = (size % 5) + 1) {
    const lines = Array.from({ length: size }, (_, index) => lineOf(session, seq + index, index === size - 1));
    await store.append({ session, token: lease.token, lines });
    say({ saved: seq + size });
  }
};

const lineOf = (session: string, seq: number, last: boolean): Line => ({
  session,
  seq,
  text: JSON.stringify({ seq, last }),
  seal: "seal",
  body: { salt: "salt", text: `${seq} `.repeat(seq % 10 === 9 ? 40_000 : 10) },
});

process.on("message", (request: Request) => {
  answer(request).then(
    (value) => say({ id: request.id, value }),
    (thrown: unknown) => say({ id: request.id, code: (thrown as { code?: unknown }).code ?? String(thrown) }),
  );
});
process.on("disconnect", () => process.exit());
