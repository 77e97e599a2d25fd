/** Carries a session out of a store as JSON lines, and in again when its chain holds. */
import { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import type { KeptHead, Signer } from "../contract/signer.ts";
import type { Holder, Line, Store } from "../contract/store.ts";
import { genesis, verifyChain } from "../log/chain.ts";
import { type Join, lineage, ownerIn, spansOf } from "../log/lineage.ts";
import { sealAt } from "../log/restore.ts";
import { takeLease } from "./take-lease.ts";

const stored = z.object({
  text: z.string(),
  seal: z.string(),
  body: z.object({ salt: z.string(), text: z.string() }).optional(),
});

const placed = z.object({ session: z.string().min(1), seq: z.int().min(0) });

/** One JSON text a line: `{ text, seal, body? }`, with the text exactly as it was sealed; a fork's begin with its parent's. */
export async function* exportLines(store: Store, session: string, from = 0): AsyncIterable<string> {
  for await (const batch of lineage(store).read(session, { from })) {
    for (const { text, seal, body } of batch) yield JSON.stringify({ text, seal, body });
  }
}

/** The version of bundles: what docs/security.md says of them, and what the scripts in examples/verify-bundle read. */
const bundleVersion = 1;

/** First the key and the newest head that is kept, then the lines. The head is read first, so that no line is missing. */
export async function* bundleLines(store: Store, signer: Signer | undefined, session: string): AsyncIterable<string> {
  const kept = await signer?.kept(session);
  const head = kept === undefined || "removedAt" in kept ? null : kept;
  const header = { kelson: "bundle", version: bundleVersion, session, key: signer?.publicKey() ?? null, head };
  const parents = (await spansOf(store, session)).slice(0, -1);
  yield JSON.stringify(parents.length === 0 ? header : { ...header, parents });
  yield* exportLines(store, session);
}

export interface Importing {
  readonly store: Store;
  readonly signer: Signer | undefined;
  readonly holder: Holder;
}

/** Gives back the session's id. KelsonError `bad_input`: a line is wrong, or the session is there already; nothing was kept. */
export const importLines = async (importing: Importing, texts: AsyncIterable<string>): Promise<string> => {
  const { store, signer } = importing;
  const lines: Line[] = [];
  for await (const text of texts) {
    if (text.trim() === "" || (lines.length === 0 && isHeader(text))) continue;
    lines.push(readLine(text, lines.length));
  }
  const spans = spansIn(lines);
  const own = spans.at(-1);
  if (own === undefined) throw new KelsonError("bad_input", "the file holds no session: it is empty");
  const { session } = own;
  const owner = ownerIn(spans);
  // A parent may have written down an erasure later than it was forked.
  const erased = new Set(lines.filter((line) => line.session !== session).map(({ seq }) => seq));
  const verdict = await verifyChain(session, genesis(owner(0)), batchesOf(lines), { owner, erased });
  if (!verdict.ok) throw new KelsonError("bad_input", `the chain is broken at seq ${verdict.seq}: ${verdict.problem}`);
  refuseOther(await signer?.kept(session), lines);
  const missing = await missingIn(store, spans, lines);
  for (const [index, span] of spans.entries()) {
    if (missing.has(span.session)) await keep(importing, span.session, linesOf(spans, index, lines));
  }
  // What came in is attested as it came; who wrote it is not.
  if (signer !== undefined) await signer.keep(signer.sign({ session, seq: own.seq, seal: verdict.head }));
  return session;
};

/** The sessions that lines are of, one after the other, each with its last seq: a fork's file begins with its parent's. */
const spansIn = (lines: readonly Line[]): readonly Join[] =>
  lines.filter(({ session }, index) => lines[index + 1]?.session !== session);

const linesOf = (spans: readonly Join[], index: number, lines: readonly Line[]): readonly Line[] =>
  lines.slice((spans[index - 1]?.seq ?? -1) + 1, (spans[index]?.seq ?? -1) + 1);

/** Those that are to be kept: the last one, and its parents unless they are here, with the same lines. */
const missingIn = async (
  store: Store,
  spans: readonly Join[],
  lines: readonly Line[],
): Promise<ReadonlySet<string>> => {
  const known = new Set((await store.list()).map(({ id }) => id));
  for (const { session, seq } of spans.slice(0, -1)) {
    if (!known.has(session)) continue;
    const seal = await sealAt(lineage(store), session, seq);
    if (seal === lines[seq]?.seal) continue;
    throw new KelsonError(
      "bad_input",
      `session ${session}, which the file's was forked from, is here with other lines`,
    );
  }
  const ids = spans.map(({ session }) => session);
  return new Set(ids.filter((id, index) => index === ids.length - 1 || !known.has(id)));
};

const keep = async ({ store, holder }: Importing, session: string, lines: readonly Line[]): Promise<void> => {
  await store.create(session, lines[0]?.seq);
  const token = await takeLease(store, session, holder);
  for (let from = 0; from < lines.length; from += batchLines) {
    await store.append({ session, token, lines: lines.slice(from, from + batchLines) });
  }
  await store.release(session, token);
};

/** A session that was signed here and is gone may come back, but not as another one under its name. */
const refuseOther = (kept: KeptHead | undefined, lines: readonly Line[]): void => {
  if (kept === undefined || "removedAt" in kept || lines[kept.seq]?.seal === kept.seal) return;
  throw new KelsonError(
    "bad_input",
    `session ${kept.session} was signed here up to line ${kept.seq}, and the file holds other lines or fewer`,
  );
};

const isHeader = (json: string): boolean => {
  try {
    return (JSON.parse(json) as { kelson?: unknown } | null)?.kelson === "bundle";
  } catch {
    return false;
  }
};

const batchLines = 500;

async function* batchesOf(lines: readonly Line[]): AsyncIterable<readonly Line[]> {
  yield lines;
}

const readLine = (json: string, index: number): Line => {
  try {
    const { text, seal, body } = stored.parse(JSON.parse(json));
    const { session, seq } = placed.parse(JSON.parse(text));
    return { session, seq, text, seal, body };
  } catch (cause) {
    throw new KelsonError("bad_input", `line ${index + 1} is not a line of a Kelson log`, { cause });
  }
};
