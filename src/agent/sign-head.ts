/** Signs the log up to here, and keeps the newest head beside the key as soon as it is on disk. */
import { signed } from "../folds/signed.ts";
import type { Context } from "./context.ts";

export type Signing = Pick<Context, "append" | "saved" | "head" | "read" | "signer">;

/** A long run is signed on its way, too. */
const mostUnsigned = 500;

/** After a run has ended: in this process, or in one that was stopped before it signed. */
export const signatureDue = ({ read, signer }: Signing): boolean => {
  const { unsigned, runEnded } = read(signed);
  return signer !== undefined && (runEnded || unsigned >= mostUnsigned);
};

/** Without a signer nothing is signed. The head that is kept covers the line that the signature stands in, too. */
export const signHead = async ({ signer, head, append, saved }: Signing): Promise<void> => {
  if (signer === undefined) return;
  const { seq, count, seal, key, signature } = signer.sign(head());
  append({ type: "log.signed", data: { seq, count, seal, key, signature } });
  const newest = signer.sign(head());
  await saved();
  await signer.keep(newest);
};
