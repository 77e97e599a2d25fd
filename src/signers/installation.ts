/** The signer of an installation: an ed25519 key in a directory, and the newest heads in one below it. */
import { createHmac, sign, verify } from "node:crypto";
import { join } from "node:path";
import { headText, type KeptHead, removedText, type Signer } from "../contract/signer.ts";
import { headFiles } from "./head-files.ts";
import { keyIn, type KeyPair } from "./key-file.ts";

/** Nothing is read or made before it is needed. The directory had better lie outside of every workspace. */
export const installation = (directory: string): Signer => {
  const heads = headFiles(join(directory, "heads"));
  let opened: KeyPair | undefined;
  const key = (): KeyPair => (opened ??= keyIn(directory));
  const signed = (text: string) => ({
    key: key().id,
    signature: sign(null, Buffer.from(text), key().privateKey).toString("base64"),
  });
  return {
    publicKey: () => ({ id: key().id, base64: key().base64 }),
    sign: ({ session, seq, seal }) => {
      const head = { session, seq, count: seq + 1, seal };
      return { ...head, ...signed(headText(head)) };
    },
    made: (head) =>
      head.key === key().id &&
      verify(null, Buffer.from(textOf(head)), key().publicKey, Buffer.from(head.signature, "base64")),
    mac: (text) => createHmac("sha256", key().macKey).update(text).digest("hex"),
    keep: heads.write,
    kept: heads.read,
    retire: async (session, removedAt) => {
      const kept = await heads.read(session);
      if (kept === undefined || "removedAt" in kept) return;
      const { seq, count, seal } = kept;
      const removed = { session, seq, count, seal, removedAt };
      await heads.write({ ...removed, ...signed(removedText(removed)) });
    },
    sessions: async () => (await heads.all()).filter((head) => !("removedAt" in head)).map(({ session }) => session),
  };
};

const textOf = (head: KeptHead): string => ("removedAt" in head ? removedText(head) : headText(head));
