/** What can go wrong, as tables: the codes that a person meets, the categories of a failed model call and of a failed tool call. */
import { z } from "zod";

/** Every error that is said at a border. `exit` is the exit code of the command line. */
export const errorCodes = {
  bad_input: {
    exit: 2,
    retry: "no",
    means: "A flag, file, key or value is wrong.",
    done: "Nothing was changed. The sentence names the value and what would be right.",
  },
  no_model: {
    exit: 2,
    retry: "no",
    means: "No model was named and none was found.",
    done: "Nothing was changed. The message lists the ways to get one.",
  },
  not_found: { exit: 2, retry: "no", means: "The session, call or file does not exist.", done: "Nothing was changed." },
  not_writable: {
    exit: 2,
    retry: "when mended",
    means: "The state directory cannot be written, so a session could not be saved.",
    done: "No model was called.",
  },
  refused: {
    exit: 2,
    retry: "no",
    means: "A command makes no sense in the session's present state.",
    done: "The log is unchanged.",
  },
  held: {
    exit: 1,
    retry: "yes",
    means: "Another live process holds the session.",
    done: "Commands still reach it through its inbox.",
  },
  stale_lease: {
    exit: 1,
    retry: "no",
    means: "This process lost the session to another one.",
    done: "Its lines were refused; the other process goes on.",
  },
  invalid_transition: {
    exit: 1,
    retry: "no",
    means: "An event would contradict the state of the session (InvalidStateTransition).",
    done: "Nothing was written. This is a bug: please report it.",
  },
  chain_broken: {
    exit: 1,
    retry: "no",
    means: "The log's chain does not verify.",
    done: "The first bad line is named; nothing is appended to a broken log.",
  },
  store_failed: {
    exit: 1,
    retry: "when mended",
    means: "The store could not write or read: a damaged database, a lost file.",
    done: "What was saved stays; the run stops before anything is done that could not be written down.",
  },
  disk_full: {
    exit: 1,
    retry: "when there is room",
    means: "The disk that holds the sessions is full.",
    done: "What was saved stays. A run waits until there is room, unless it is cancelled; what was not written is named.",
  },
  newer_schema: {
    exit: 2,
    retry: "no",
    means: "The store was written by a newer version.",
    done: "It was not touched.",
  },
  interrupted: {
    exit: 130,
    retry: "resume",
    means: "The program was stopped by a signal.",
    done: "The log holds all that happened; resume the session.",
  },
} as const satisfies Record<string, { exit: number; retry: string; means: string; done: string }>;

/** The code of a KelsonError, such as `not_found`. */
export type ErrorCode = keyof typeof errorCodes;

/** The one error that crosses borders: a full sentence that names the wrong value, and what to do. */
export class KelsonError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, more: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.name = code === "invalid_transition" ? "InvalidStateTransition" : "KelsonError";
    this.code = code;
    this.hint = more.hint;
  }
}

/** Whether it is that the disk is full, which passes when somebody makes room. */
export const isDiskFull = (thrown: unknown): thrown is KelsonError =>
  thrown instanceof KelsonError && thrown.code === "disk_full";

/** Why a model call failed. `retries` names the setting that bounds how often it is tried again. */
export const modelFailures = {
  rate_limit: { retries: "rateLimitTimes", means: "The provider limits the rate (429)." },
  overloaded: { retries: "times", means: "The provider is overloaded (503, 529)." },
  server: { retries: "times", means: "The provider failed (5xx)." },
  network: { retries: "times", means: "The connection failed or was cut." },
  timeout: { retries: "times", means: "Nothing arrived for too long." },
  malformed: { retries: "times", means: "The answer could not be read or was empty." },
  interrupted: { retries: "times", means: "The call was cut off on our side: a crash, a cancel, a time limit." },
  authentication: { retries: "never", means: "The key is missing, wrong or not allowed (401, 403)." },
  budget: { retries: "never", means: "The account has no credit or quota left (402)." },
  invalid_request: { retries: "never", means: "The provider refused the request (400, 404, 422)." },
  context_overflow: {
    retries: "never",
    means: "The request is longer than the model's window; what may make way is cut first, at most twice.",
  },
} as const satisfies Record<string, { retries: "times" | "rateLimitTimes" | "never"; means: string }>;

/** The category of a ProviderError, such as `rate_limit`. */
export type ModelFailure = keyof typeof modelFailures;
export const modelFailure = z.enum(Object.keys(modelFailures) as [ModelFailure, ...ModelFailure[]]);

/** What a provider throws; the agent alone decides whether to try again. `retryAfterMs` is the server's own word. */
export class ProviderError extends Error {
  readonly category: ModelFailure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    category: ModelFailure,
    message: string,
    more: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ProviderError";
    this.category = category;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** Why a call has no good result. The model reads `Error [category]: sentence`. */
export const callFailures = {
  unknown_tool: "No tool has that name.",
  no_handler: "The tool is offered but has no handler in this process.",
  invalid_arguments: "The arguments do not fit the tool's schema.",
  blocked: "A rule forbids it; no approval can change that.",
  denied: "A person, or a rule for runs without a person, said no.",
  timeout: "It took longer than its time limit; its processes were ended.",
  interrupted: "It was cut off by a cancel or a crash; it may have had effects.",
  exception: "It ran and failed.",
} as const;

export type CallFailure = keyof typeof callFailures;
export const callFailure = z.enum(Object.keys(callFailures) as [CallFailure, ...CallFailure[]]);

/** A failure as the model reads it. */
export const failureText = (category: CallFailure, sentence: string): string => `Error [${category}]: ${sentence}`;

/** The sentence of anything that was thrown. */
export const sentenceOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
