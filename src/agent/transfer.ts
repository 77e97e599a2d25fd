/** Carries a session out of a store as JSON lines, and in again when its chain holds. */
import { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import type { KeptHead, Signer } from "../contract/signer.ts";
import type { Holder, Line, Store } from "../contract/store.ts";
import { genesis, verifyChain } from "../log/chain.ts";

const stored = z.object({
  text: z.string(),
  seal: z.string(),
  body: z.object({ salt: z.string(), text: z.string() }).optional(),
});

const placed = z.object({ session: z.string().min(1), seq: z.int().min(0) });

/** One JSON text a line: `{ text, seal, body? }`, with the text exactly as it was sealed. */
export async function* exportLines(store: Store, session: string): AsyncIterable<string> {
  for await (const batch of store.read(session)) {
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
  yield JSON.stringify(header);
  yield* exportLines(store, session);
}

export interface Importing {
  readonly store: Store;
  readonly signer: Signer | undefined;
  readonly holder: Holder;
}

/** Gives back the session's id. KelsonError `bad_input`: a line is wrong, or the session is there already; nothing was kept. */
export const importLines = async (importing: Importing, texts: AsyncIterable<string>): Promise<string> => {
  const { store, signer, holder } = importing;
  const lines: Line[] = [];
  for await (const text of texts) {
    if (text.trim() === "" || (lines.length === 0 && isHeader(text))) continue;
    lines.push(readLine(text, lines.length));
  }
  const [first] = lines;
  if (first === undefined) throw new KelsonError("bad_input", "the file holds no session: it is empty");
  const { session } = first;
  const verdict = await verifyChain(session, genesis(session), batchesOf(lines));
  if (!verdict.ok) throw new KelsonError("bad_input", `the chain is broken at seq ${verdict.seq}: ${verdict.problem}`);
  refuseOther(await signer?.kept(session), lines);
  await store.create(session);
  const lease = await store.acquire(session, holder);
  if (!lease.ok) throw new KelsonError("held", `session ${session} is held by another process`);
  for (let from = 0; from < lines.length; from += batchLines) {
    await store.append({ session, token: lease.token, lines: lines.slice(from, from + batchLines) });
  }
  await store.release(session, lease.token);
  // What came in is attested as it came; who wrote it is not.
  const last = lines.at(-1) ?? first;
  if (signer !== undefined) await signer.keep(signer.sign({ session, seq: last.seq, seal: last.seal }));
  return session;
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
