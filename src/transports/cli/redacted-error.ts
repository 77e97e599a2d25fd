/** What was thrown, without the secrets that its sentences may quote. */
import { KelsonError, sentenceOf } from "../../contract/error.ts";

export const redactedError = (thrown: unknown, redact: (text: string) => string): unknown => {
  if (thrown instanceof KelsonError) {
    const hint = thrown.hint && redact(thrown.hint);
    return new KelsonError(thrown.code, redact(thrown.message), { hint, cause: thrown.cause });
  }
  const message = sentenceOf(thrown);
  // The trace of a bug says where it is; only one with a secret in its message does without.
  return redact(message) === message ? thrown : new Error(redact(message));
};
