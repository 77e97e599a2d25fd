/** Reads from a log what its workspace was at a point, and which paths somebody else than a call has edited since. */
import type { Checkpoints, FileChange } from "../../contract/checkpoint.ts";
import type { Event } from "../../contract/event.ts";

export type FilesEvent = Event<"files.saved"> | Event<"files.restored">;

export const isFilesEvent = (event: Event): event is FilesEvent =>
  event.type === "files.saved" || event.type === "files.restored";

/** A snapshot of a call's work. */
export const isWork = (event: FilesEvent): event is Event<"files.saved"> =>
  event.type === "files.saved" && event.data.call !== undefined;

/** A point in the history of a workspace: its snapshot, and what happened to the files after it. */
export interface FilesAt {
  readonly snapshot: string;
  readonly later: readonly FilesEvent[];
}

/**
 * The workspace as it was before the next call changed it: what people did right after the point belongs to it, so that
 * only work of calls is taken back. Undefined when nothing was saved by then.
 */
export const filesAt = (events: readonly FilesEvent[], seq: number): FilesAt | undefined => {
  const next = events.findIndex((event) => event.seq > seq && !isFound(event));
  const at = (next === -1 ? events.length : next) - 1;
  const last = events[at];
  return last && { snapshot: last.data.snapshot, later: events.slice(at + 1) };
};

/** What was there before a call, and nobody had put back. */
const isFound = (event: FilesEvent): boolean =>
  event.type === "files.saved" && event.data.call === undefined && event.data.restoring !== true;

/** Paths that somebody else edited after the point, and that nobody agreed to write over since. */
export const editedSince = async (files: Checkpoints, { snapshot, later }: FilesAt): Promise<ReadonlySet<string>> => {
  const edited = new Set<string>();
  let known = snapshot;
  for (const event of later) {
    if (event.type === "files.restored") {
      for (const { path } of await files.diff(event.data.from, event.data.snapshot)) edited.delete(path);
    } else if (event.data.call === undefined) {
      for (const { path } of await files.diff(known, event.data.snapshot)) edited.add(path);
    }
    known = event.data.snapshot;
  }
  return edited;
};

/** What calls did, one after the other, as one change a path. What others did between them is no part of it. */
export const workOf = async (
  files: Checkpoints,
  events: readonly Event<"files.saved">[],
): Promise<readonly FileChange[]> => {
  const whole = new Map<string, FileChange>();
  for (const { data } of events) {
    if (data.since === undefined) continue;
    for (const { path, from, to } of await files.diff(data.since, data.snapshot)) {
      const before = whole.get(path);
      whole.set(path, { path, from: before === undefined ? from : before.from, to });
    }
  }
  return [...whole.values()].filter(({ from, to }) => !isSame(from, to)).toSorted(byPath);
};

const isSame = (one: FileChange["from"], other: FileChange["from"]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A directory stands before what is in it. */
const byPath = ({ path: one }: FileChange, { path: other }: FileChange): number => {
  const [left, right] = [one.split("/").join("\0"), other.split("/").join("\0")];
  return left < right ? -1 : Number(left > right);
};
