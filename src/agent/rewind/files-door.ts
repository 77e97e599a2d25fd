/** The part of the runtime's door that is about the files of sessions. */
import type { CheckpointPlace } from "../../contract/checkpoint.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Event, NewEvent } from "../../contract/event.ts";
import { foldOf } from "../../contract/fold.ts";
import type { FilesDoor, RewindRequest } from "../../contract/rewind.ts";
import type { ForkPoint } from "../../contract/runtime.ts";
import type { Signer } from "../../contract/signer.ts";
import type { Holder, Store } from "../../contract/store.ts";
import { birth } from "../../folds/birth.ts";
import { signed } from "../../folds/signed.ts";
import { openLog } from "../../log/log.ts";
import { eventsIn } from "../replay.ts";
import { signHead } from "../sign-head.ts";
import { changesIn } from "./changes.ts";
import { pointsIn } from "./points.ts";
import { nothingToUndo, type Rewindable, rewind, undo } from "./rewind.ts";

export interface FilesDoorParts {
  /** Whose logs are whole. */
  readonly store: Store;
  readonly place: CheckpointPlace | undefined;
  readonly signer: Signer | undefined;
  readonly holder: Holder;
  readonly now: () => number;
  /** Whether a session is open in this process. */
  readonly has: (session: string) => boolean;
  /** Gives back the fork's id. */
  readonly fork: (session: string, at: ForkPoint) => Promise<string>;
}

export const filesDoor = (parts: FilesDoorParts): FilesDoor => {
  const { store, fork } = parts;
  const read = async (session: string): Promise<{ readonly directory: string; readonly events: readonly Event[] }> => {
    if ((await store.last(session)) === undefined) throw new KelsonError("not_found", `there is no session ${session}`);
    const events = await Array.fromAsync(eventsIn(store, session));
    return { directory: foldOf(birth, events).cwd, events };
  };
  const openIn = (directory: string) => () => {
    if (parts.place === undefined) throw nowhere();
    return parts.place.of(directory);
  };
  /** As long as nobody else works on the session. */
  const alone = async <T>(session: string, use: (at: Rewindable) => Promise<T>): Promise<T> => {
    if (parts.has(session)) throw held(session, "in this process; close it first");
    const lease = await store.acquire(session, parts.holder);
    if (!lease.ok) throw held(session, `in process ${lease.holder.pid} on ${lease.holder.host}; end that first`);
    const { token } = lease;
    try {
      const { directory, events } = await read(session);
      const write = (event: NewEvent): Promise<void> => written(parts, { session, token }, event);
      const forkHere = (at: ForkPoint): Promise<string> => fork(session, at);
      return await use({ session, directory, events, open: openIn(directory), write, fork: forkHere });
    } finally {
      await store.release(session, token);
    }
  };
  return {
    points: async (session) => pointsIn((await read(session)).events),
    changes: async (session, of) => {
      const { directory, events } = await read(session);
      return changesIn({ session, directory, events }, openIn(directory), of);
    },
    rewind: (session, request) => alone(session, (at) => rewind(at, request)),
    undoRewind: async (session, request: Pick<RewindRequest, "edited" | "preview"> = {}) => {
      const own = await alone(session, (at) => undo(at, request, (event) => event.session === session));
      if (own !== undefined) return own;
      const { parent } = foldOf(birth, (await read(session)).events);
      const left =
        parent &&
        (await alone(parent.session, (at) =>
          undo(at, request, (event) => event.type === "files.restored" && event.data.fork === session),
        ));
      if (!left) throw nothingToUndo(session);
      return left;
    },
  };
};

/** What was written is signed, as nobody opens the session for it. */
const written = async (
  { store, now, signer }: FilesDoorParts,
  at: { readonly session: string; readonly token: number },
  event: NewEvent,
): Promise<void> => {
  const log = await openLog({ ...at, store, now, folds: [signed] as never[], mac: signer?.mac, guard: () => {} });
  const { append, saved, head, read } = log;
  append(event);
  await saved();
  await signHead({ append, saved, head, read, signer });
};

const held = (session: string, where: string): KelsonError =>
  new KelsonError("held", `session ${session} is open ${where}`);

const nowhere = (): KelsonError => new KelsonError("not_found", "no snapshots of files are kept here");
