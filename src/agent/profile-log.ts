/** The user's own log: opened only as long as something is written to it, and signed each time. */
import { KelsonError } from "../contract/error.ts";
import { type NewEvent, schemaVersion } from "../contract/event.ts";
import { profileChars, type ProfileKeeper, userSession } from "../contract/profile.ts";
import type { Redactor } from "../contract/redactor.ts";
import type { Signer } from "../contract/signer.ts";
import type { Holder, Store } from "../contract/store.ts";
import { profile } from "../folds/profile.ts";
import { signed } from "../folds/signed.ts";
import { sha256 } from "../log/chain.ts";
import { type Log, openLog } from "../log/log.ts";
import { restoreOne } from "../log/restore.ts";
import { eraseBodies } from "./erase.ts";
import { redactEvent } from "./redact-event.ts";
import { signHead } from "./sign-head.ts";

export interface ProfileLogParts {
  readonly store: Store;
  readonly signer: Signer | undefined;
  readonly holder: Holder;
  readonly user: string;
  readonly now: () => number;
  readonly trace: () => string;
  readonly redactor: () => Promise<Redactor | undefined>;
}

/** One write at a time: two of this process would take the lease from each other. */
export const profileLog = (parts: ProfileLogParts): ProfileKeeper => {
  const { store, signer } = parts;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const exists = async (): Promise<boolean> => (await store.list()).some(({ id }) => id === userSession);
  const read: ProfileKeeper["read"] = async () =>
    (await exists()) ? restoreOne(store, userSession, profile, signer?.mac) : profile.initial();
  // Another process may be quicker.
  const makeSure = async (): Promise<void> => {
    if (await exists()) return;
    await store.create(userSession).catch(async (error: unknown) => {
      if (!(await exists())) throw error;
    });
  };
  return {
    read,
    learn: ({ text: given, by, from }) =>
      inTurn(async () => {
        const redactor = await parts.redactor();
        const text = given.trim();
        if (text.length > profileChars) throw tooLong(text.length);
        await makeSure();
        await holding(parts, async (token) => {
          const log = await opened(parts, token);
          const { version, text: before } = log.read(profile);
          const data = { version: version + 1, by, digest: sha256(text), ...(from !== undefined && { from }) };
          if (text !== before || from !== undefined) {
            write(log, { type: "profile.learned", data: { ...data, text } }, redactor);
          }
          await sign(parts, log);
        });
        return read();
      }),
    clear: () =>
      inTurn(async () => {
        if (!(await exists())) return 0;
        return holding(parts, async (token) => {
          const log = await opened(parts, token);
          log.append({ type: "profile.cleared", data: { by: "user" } });
          await log.saved();
          return (await eraseBodies({ ...parts, session: userSession, token }, "all")).bodies;
        });
      }),
  };
};

const tooLong = (chars: number): KelsonError =>
  new KelsonError("bad_input", `the profile has at most ${profileChars} characters, got ${chars}`);

/** The log, with its first line. */
const opened = async ({ store, signer, user, now, trace }: ProfileLogParts, token: number): Promise<Log> => {
  const log = await openLog({
    store,
    session: userSession,
    token,
    now,
    folds: [profile, signed] as never[],
    mac: signer?.mac,
    guard: () => {},
  });
  if (log.head().seq === -1) {
    const data = { schema: schemaVersion, cwd: "", user, kind: "user", trace: trace() } as const;
    log.append({ type: "session.opened", data });
  }
  return log;
};

/** A redacted text has another digest, and says in an event of its own what was taken out. */
const write = (log: Log, event: NewEvent<"profile.learned">, redactor: Redactor | undefined): void => {
  if (redactor === undefined) return void log.append(event);
  const { event: safe, found } = redactEvent(redactor, event);
  const { text = "", ...data } = safe.data as typeof event.data;
  log.append({ type: event.type, data: { ...data, digest: sha256(text), text } });
  if (found.length > 0) log.append({ type: "secret.redacted", data: { place: event.type, found: [...found] } });
};

const sign = async ({ signer }: ProfileLogParts, { append, saved, head, read }: Log): Promise<void> => {
  await saved();
  if (read(signed).unsigned > 0) await signHead({ append, saved, head, read, signer });
};

const pauseMs = 50;
const mostTries = 100;

/** Another process writes a line or two and lets go. */
const holding = async <T>({ store, holder }: ProfileLogParts, work: (token: number) => Promise<T>): Promise<T> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const lease = await store.acquire(userSession, holder);
    if (lease.ok) {
      try {
        return await work(lease.token);
      } finally {
        await store.release(userSession, lease.token);
      }
    }
    await new Promise((resolve) => void setTimeout(resolve, pauseMs));
  }
  throw new KelsonError("held", "another process has been writing your profile for too long");
};
