/** What went wrong with a request to the network, in one sentence that names the host. */
import { CallBlocked } from "../contract/world.ts";
import { codeOf } from "./file-error.ts";

/** A refusal stays what it is; all else is explained. */
export const webError = (
  url: URL,
  { time, timeoutMs, signal }: { readonly time: AbortSignal; readonly timeoutMs: number; readonly signal: AbortSignal },
  cause: unknown,
): Error => {
  if (cause instanceof CallBlocked) return cause;
  const why = !signal.aborted
    ? reason(cause)
    : time.aborted
      ? `no whole answer came in ${timeoutMs} ms`
      : "it was aborted";
  return new Error(`cannot fetch from ${url.host}: ${why}`, { cause });
};

const reason = (cause: unknown): string => {
  const code = codeOf(cause) ?? "";
  const known = sentences[code] ?? (certificate.test(code) ? "its certificate is not trusted" : undefined);
  if (known !== undefined) return known;
  // Node's error for "none of the addresses answered" has a code but no message.
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split("\n")[0] || code || "the connection failed";
};

const certificate = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_)/;

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "the host is not known",
  EAI_AGAIN: "the host's name could not be looked up",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the connection could not be made in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "there is no network",
  EPROTO: "it does not speak TLS as it should",
  HPE_INVALID_CONSTANT: "it does not speak HTTP",
  Z_DATA_ERROR: "its compressed body is damaged",
  Z_BUF_ERROR: "its compressed body ends too early",
};
