/** The port to the key that logs are signed with, and to the place beside it where the newest signed heads are kept. */

/** A log up to a line: `seal` is that of the line `seq`. */
export interface Head {
  readonly session: string;
  readonly seq: number;
  readonly seal: string;
}

/** A head with its signature; `key` is the id of the key, `signature` is ed25519 in base64. */
export interface SignedHead extends Head {
  readonly count: number;
  readonly key: string;
  readonly signature: string;
}

/** A signed head that says that its session was removed on purpose, `removedAt` milliseconds since 1970. */
export interface RemovedHead extends SignedHead {
  readonly removedAt: number;
}

/** What is kept beside the key of one session: its newest head, or that it was removed. */
export type KeptHead = SignedHead | RemovedHead;

/** `id` is the first 16 hex digits of the sha256 of the 32 bytes of the public key; `base64` are those bytes. */
export interface PublicKey {
  readonly id: string;
  readonly base64: string;
}

/**
 * One key, made when it is first needed. Whoever can write the logs but not what lies beside the key cannot change a signed
 * line unseen. Throws and rejects with KelsonError: `not_writable` (no key, and none can be made), `store_failed` (a head
 * cannot be kept or read, the key is damaged), `disk_full`.
 */
export interface Signer {
  readonly publicKey: () => PublicKey;
  readonly sign: (head: Head) => SignedHead;
  /** Whether the signature was made with this key over these values. */
  readonly made: (head: KeptHead) => boolean;
  /** A keyed digest, 64 hex digits, of what is no part of the log and must be ours all the same. */
  readonly mac: (text: string) => string;
  /** Resolves when the head is on disk beside the key. Only what is on disk in the store may be kept. */
  readonly keep: (head: SignedHead) => Promise<void>;
  /** The newest head of a session; undefined when none was ever kept. */
  readonly kept: (session: string) => Promise<KeptHead | undefined>;
  /** Keeps, signed, that the session was removed on purpose; nothing when no head of it was kept. */
  readonly retire: (session: string, removedAt: number) => Promise<void>;
  /** The sessions that have a head and were not removed on purpose. */
  readonly sessions: () => Promise<readonly string[]>;
}

/** The text that is signed: six lines, the session's id last because it alone may be any text. */
export const headText = ({ session, seq, count, seal }: Omit<SignedHead, "key" | "signature">): string =>
  ["kelson log head", "1", seq, count, seal, session].join("\n");

/** The text that is signed when a session was removed on purpose. */
export const removedText = ({ session, seq, seal, removedAt }: Omit<RemovedHead, "key" | "signature">): string =>
  ["kelson log removed", "1", removedAt, seq, seal, session].join("\n");
