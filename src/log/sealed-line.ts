/** What a stored line says of itself, whoever wrote it: read with care, as somebody may have changed it. */

/** The fields that a verifier looks at; each may be anything. */
export interface SealedLine {
  readonly session?: unknown;
  readonly seq?: unknown;
  readonly type?: unknown;
  readonly data?: unknown;
  readonly body?: unknown;
}

/** Undefined when the text is no JSON object. */
export const readSealed = (text: string): SealedLine | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The digest of the line's body; undefined when it never had one. */
export const digestIn = ({ body }: SealedLine): unknown => (isObject(body) ? body["digest"] : undefined);

/** The seqs that an erasure names. */
export const erasedIn = ({ type, data }: SealedLine): readonly unknown[] =>
  type === "body.erased" && isObject(data) && Array.isArray(data["seqs"]) ? data["seqs"] : [];

/** The line that a session was forked or spawned from. */
export const parentIn = ({ type, data }: SealedLine): { session: string; seq: number } | undefined => {
  const parent = type === "session.opened" && isObject(data) ? data["parent"] : undefined;
  if (!isObject(parent)) return undefined;
  const { session, seq } = parent;
  return typeof session === "string" && typeof seq === "number" ? { session, seq } : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
