/** The newest signed head of each session: one small JSON file each, replaced whole. */
import { hash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import type { KeptHead } from "../contract/signer.ts";

export interface HeadFiles {
  readonly write: (head: KeptHead) => Promise<void>;
  /** Undefined when there is none. KelsonError `store_failed` when it cannot be read as a head of that session. */
  readonly read: (session: string) => Promise<KeptHead | undefined>;
  readonly all: () => Promise<readonly KeptHead[]>;
}

export const headFiles = (directory: string): HeadFiles => ({
  write: async (head) => {
    const path = join(directory, nameOf(head.session));
    const draft = join(directory, `.${randomBytes(8).toString("hex")}`);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeWhole(draft, `${JSON.stringify(head)}\n`);
      await rename(draft, path);
    } catch (cause) {
      await rm(draft, { force: true }).catch(() => {});
      const sentence = `the signed head ${path} cannot be written: ${sentenceOf(cause)}`;
      throw isFull(cause) ? new KelsonError("disk_full", sentence, { cause }) : failed(sentence, cause);
    }
  },
  read: async (session) => {
    const head = await readHead(join(directory, nameOf(session)));
    if (head === undefined || head.session === session) return head;
    throw failed(`the head that is kept of session ${session} is that of another one`);
  },
  all: async () => {
    const names = await readdir(directory).catch(noneWhenMissing(directory, []));
    const heads = await Promise.all(
      names.filter((name) => name.endsWith(ending)).map((name) => readHead(join(directory, name))),
    );
    return heads.filter((head) => head !== undefined);
  },
});

const ending = ".json";

/** An id that came in from outside may be any text, so one that is not plain is named by its hash. */
const nameOf = (session: string): string =>
  `${/^[\da-z][\w-]{0,99}$/u.test(session) ? session : `~${hash("sha256", session)}`}${ending}`;

const writeWhole = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const readHead = async (path: string): Promise<KeptHead | undefined> => {
  const text = await readFile(path, "utf8").catch(noneWhenMissing(path, undefined));
  if (text === undefined) return undefined;
  try {
    const head: unknown = JSON.parse(text);
    if (isHead(head)) return head;
  } catch {
    // Said below, as for any other text that is no head.
  }
  throw failed(`${path} holds no signed head`);
};

const isHead = (value: unknown): value is KeptHead => {
  if (typeof value !== "object" || value === null) return false;
  const { session, seq, count, seal, key, signature, removedAt } = value as Partial<Record<string, unknown>>;
  return (
    [session, seal, key, signature].every((field) => typeof field === "string") &&
    [seq, count, removedAt ?? 0].every((field) => Number.isSafeInteger(field))
  );
};

const noneWhenMissing =
  <T>(path: string, none: T) =>
  (cause: NodeJS.ErrnoException): T => {
    if (cause.code === "ENOENT") return none;
    throw failed(`${path} cannot be read: ${sentenceOf(cause)}`, cause);
  };

const isFull = (cause: unknown): boolean => ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException).code ?? "");

const failed = (sentence: string, cause?: unknown): KelsonError =>
  new KelsonError("store_failed", sentence, { cause, hint: "See docs/security.md, The log." });
