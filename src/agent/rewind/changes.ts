/** What the calls of a session changed in its workspace, with the lines of texts. */
import type { Checkpoints, FileChange, SavedEntry } from "../../contract/checkpoint.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Event } from "../../contract/event.ts";
import type { ChangedFile, ChangesOf, SessionChanges } from "../../contract/rewind.ts";
import { pointIn } from "../fork.ts";
import { canChangeFiles } from "../save-files.ts";
import { isFilesEvent, isWork, workOf } from "./file-history.ts";

/** Longer texts are named, and not compared. */
const mostBytes = 1_048_576;

export const changesIn = async (
  { session, directory, events }: Pick<SessionChanges, "session" | "directory"> & { readonly events: readonly Event[] },
  open: () => Promise<Checkpoints>,
  of: ChangesOf,
): Promise<SessionChanges> => {
  const chosen = events
    .filter(isFilesEvent)
    .filter(isWork)
    .filter(chosenBy(events, session, of));
  const told = troubleIn(events);
  const found = { session, directory, ...(told !== undefined && { trouble: told }) };
  if (chosen.length === 0) {
    if (!events.some(isFilesEvent) && events.some(couldChangeFiles)) throw noSnapshots(session, events);
    return { ...found, files: [], leftOut: [] };
  }
  const files = await open();
  const changed = await workOf(files, chosen).catch((error: unknown) => {
    throw elsewhere(session, error);
  });
  const { fileDiff } = await import("../../diffs/unified-diff.ts");
  const shown: ChangedFile[] = [];
  for (const change of changed) shown.push(await lined(files, change, fileDiff));
  const leftOut = chosen.at(-1)?.data.leftOutPaths ?? [];
  return { ...found, files: shown, leftOut: leftOut as SessionChanges["leftOut"] };
};

const chosenBy = (events: readonly Event[], session: string, of: ChangesOf) => {
  if (of === "session") return () => true;
  if ("step" in of) {
    pointIn(events, session, of);
    return ({ step }: Event) => step === of.step;
  }
  if (!events.some(({ type, data }) => type === "call.started" && "call" in data && data.call === of.call))
    throw new KelsonError("not_found", `session ${session} has no call ${of.call} that was begun`);
  return ({ data }: Event<"files.saved">) => data.call === of.call;
};

/** A call that began, and could. */
export const couldChangeFiles = ({ type, data }: Event): boolean =>
  type === "call.started" && "effects" in data && canChangeFiles(data.effects);

/** KelsonError `not_found`: nothing was saved in the session. */
export const noSnapshots = (session: string, events: readonly Event[]): KelsonError => {
  const trouble = troubleIn(events);
  const why = trouble === undefined ? "" : `: ${trouble}`;
  return new KelsonError("not_found", `session ${session} has no snapshots of its files${why}`, {
    hint: "They are taken around calls that can change files, unless checkpoints are off.",
  });
};

/** Why something could not be saved, as it was told last. */
const troubleIn = (events: readonly Event[]): string | undefined =>
  events
    .flatMap(({ type, data }) => (type === "guard.tripped" && data.guard === "checkpoint" ? [data.detail] : []))
    .at(-1);

/** An imported session names snapshots that stayed where it ran. */
export const elsewhere = (session: string, error: unknown): unknown =>
  error instanceof KelsonError && error.code === "not_found"
    ? new KelsonError(
        "not_found",
        `the snapshots of session ${session} are not on this machine any more, or never were`,
        {
          cause: error,
        },
      )
    : error;

type Diff = (typeof import("../../diffs/unified-diff.ts"))["fileDiff"];

const lined = async (files: Checkpoints, change: FileChange, fileDiff: Diff): Promise<ChangedFile> => {
  const plain = { ...change, addedLines: 0, removedLines: 0 };
  const { path, from, to } = change;
  if (!isText(from) || !isText(to) || digestOf(from) === digestOf(to)) return plain;
  if (Math.max(bytesOf(from), bytesOf(to)) > mostBytes) return { ...plain, hidden: "too long" };
  const [before, after] = [await textOf(files, from), await textOf(files, to)];
  if (before === null || after === null) return { ...plain, hidden: "binary" };
  const diff = fileDiff(
    before === undefined ? undefined : { path, text: before },
    after === undefined ? undefined : { path, text: after },
  );
  return { ...plain, diff, ...countedLines(diff) };
};

/** What is not there is compared like an empty text. */
const isText = (entry: SavedEntry | undefined): boolean => entry === undefined || entry.kind === "file";
const digestOf = (entry: SavedEntry | undefined): string | undefined =>
  entry?.kind === "file" ? entry.digest : undefined;
const bytesOf = (entry: SavedEntry | undefined): number => (entry?.kind === "file" ? entry.bytes : 0);

/** Null for bytes that are no text. */
const textOf = async (files: Checkpoints, entry: SavedEntry | undefined): Promise<string | null | undefined> => {
  if (entry?.kind !== "file") return undefined;
  const bytes = await files.content(entry.digest);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

const countedLines = (diff: string): Pick<ChangedFile, "addedLines" | "removedLines"> => {
  const lines = diff.slice(Math.max(0, diff.indexOf("\n@@"))).split("\n");
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return { addedLines: count("+"), removedLines: count("-") };
};
