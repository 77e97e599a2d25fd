/** Puts the files of a session back to what they were at a step, and undoes that. */
import type { Checkpoints, FilesRestored, RestoreRequest } from "../../contract/checkpoint.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Event, NewEvent } from "../../contract/event.ts";
import type { RewindRequest, Rewound } from "../../contract/rewind.ts";
import type { ForkPoint } from "../../contract/runtime.ts";
import { pointIn } from "../fork.ts";
import { mostPaths, namedPaths } from "../save-files.ts";
import { couldChangeFiles, elsewhere, noSnapshots } from "./changes.ts";
import { editedSince, type FilesAt, filesAt, type FilesEvent, isFilesEvent } from "./file-history.ts";
import { beforeLastMessage } from "./points.ts";

/** A session that nobody else works on as long as this is done. */
export interface Rewindable {
  readonly session: string;
  readonly directory: string;
  readonly events: readonly Event[];
  readonly open: () => Promise<Checkpoints>;
  /** Resolves when it is on disk. */
  readonly write: (event: NewEvent) => Promise<void>;
  /** Forks the session, and gives back the fork's id. */
  readonly fork: (at: ForkPoint) => Promise<string>;
}

/** Files are put back, the conversation is forked, or both. KelsonErrors as the door says. */
export const rewind = async (at: Rewindable, request: RewindRequest): Promise<Rewound> => {
  const { session, directory, events } = at;
  const { what, preview = false, edited, before } = request;
  const step = request.to ?? beforeLastMessage(events);
  const last = pointIn(events, session, { step });
  const fork =
    what === "files" || preview ? undefined : () => at.fork(before === undefined ? { step } : { seq: before - 1 });
  const talk = async (): Promise<Rewound> => ({ session, directory, step, ...(fork && { fork: await fork() }) });
  if (what === "conversation") return talk();
  const found = filesAt(events.filter(isFilesEvent), events[last]?.seq ?? -1);
  // Where nothing could change a file there is none to put back.
  if (found === undefined && what === "both" && !events.some(couldChangeFiles)) return talk();
  if (found === undefined) throw noSnapshots(session, events);
  const restoring = { ...found, edited, preview, fork };
  return { session, directory, step, ...(await restored(at, restoring)) };
};

/** What was there before the last restore, also before one that was cut off. Undefined when there was none. */
export const undo = async (
  at: Rewindable,
  { edited, preview = false }: Pick<RewindRequest, "edited" | "preview">,
  isMeant: (event: FilesEvent) => boolean,
): Promise<Rewound | undefined> => {
  const history = at.events.filter(isFilesEvent);
  const index = history.findLastIndex(
    (event) => isMeant(event) && (event.type === "files.restored" || isCutOff(event, history)),
  );
  const undone = history[index];
  if (undone === undefined) return undefined;
  // Since it was there, only what somebody edited is not ours to write over.
  const since = { snapshot: undone.data.snapshot, later: history.slice(index + 1) };
  const snapshot = undone.type === "files.restored" ? undone.data.from : undone.data.snapshot;
  const { session, directory } = at;
  return {
    session,
    directory,
    ...(await restored(at, { ...since, snapshot, edited, preview, fork: undefined }, since)),
  };
};

interface Restoring extends FilesAt, Pick<RewindRequest, "edited"> {
  readonly preview: boolean;
  readonly fork: (() => Promise<string>) | undefined;
}

/**
 * What is there is written down first, so that a restore that is cut off can be undone, too, and is asked for again in the
 * same words. `since`: from where on edits count, when that is not where it goes back to.
 */
const restored = async (
  { session, events, open, write }: Rewindable,
  { preview, fork, edited, ...to }: Restoring,
  since: FilesAt = to,
): Promise<Pick<Rewound, "files" | "fork">> => {
  const files = await open();
  const history = events.filter(isFilesEvent);
  try {
    const known = history.at(-1)?.data.snapshot;
    const request: RestoreRequest = { to: to.snapshot, known, edited, edits: [...(await editedSince(files, since))] };
    const planned = await files.preview(request);
    if (preview) return { files: planned };
    const begun = await goingOn(files, request, cutOff(history));
    // What changes nothing is not written down: an undo is then still that of the restore before.
    if (begun === undefined && fork === undefined && planned.changed.length === 0) return { files: planned };
    const from = begun ?? planned.from;
    if (begun === undefined) await write(await savedEvent(files, planned.from, known));
    const done = { ...(await files.restore(request)), from };
    const went = await fork?.();
    await write(restoredEvent(done, went));
    return { files: done, ...(went !== undefined && { fork: went }) };
  } catch (error) {
    throw elsewhere(session, error);
  }
};

/** What was there before the restore that is gone on with, unless somebody's edits since then are to be written over: it lacks them. */
const goingOn = async (
  files: Checkpoints,
  { to, known, edited }: RestoreRequest,
  begun: string | undefined,
): Promise<string | undefined> => {
  if (begun === undefined || edited !== "replace") return begun;
  const since = await files.preview({ to, known, edited });
  return since.edited.length === 0 ? begun : undefined;
};

/** What was there before a restore of which nothing more is known. */
const cutOff = (history: readonly FilesEvent[]): string | undefined => {
  const last = history.at(-1);
  return last?.type === "files.saved" && last.data.restoring === true ? last.data.snapshot : undefined;
};

const isCutOff = (event: FilesEvent, history: readonly FilesEvent[]): boolean =>
  event === history.at(-1) && cutOff(history) !== undefined;

const savedEvent = async (files: Checkpoints, snapshot: string, since: string | undefined): Promise<NewEvent> => {
  const changed = since === undefined ? [] : await files.diff(since, snapshot);
  return {
    type: "files.saved",
    data: {
      restoring: true,
      snapshot,
      ...(since !== undefined && { since }),
      changes: changed.length,
      ...(changed.length > 0 && { paths: namedPaths(changed) }),
    },
  };
};

const restoredEvent = (
  { to, from, snapshot = from, changed, kept, edited }: FilesRestored,
  fork: string | undefined,
): NewEvent => ({
  type: "files.restored",
  data: {
    to,
    from,
    snapshot,
    changes: changed.length,
    kept: kept.length,
    edited: edited.length,
    ...(fork !== undefined && { fork }),
    ...(changed.length > 0 && { paths: namedPaths(changed) }),
    ...(kept.length > 0 && { keptPaths: kept.slice(0, mostPaths).map(({ path, why }) => ({ path, why })) }),
  },
});

/** KelsonError `not_found`: nothing was put back that could be undone. */
export const nothingToUndo = (session: string): KelsonError =>
  new KelsonError("not_found", `no files of session ${session} were put back, so there is nothing to undo`);
