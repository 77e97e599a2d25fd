/** Saves the workspace's files around calls that can change them, and writes down what differs. */
import type { Checkpoints, FileChange, FilesSaved } from "../contract/checkpoint.ts";
import { sentenceOf } from "../contract/error.ts";
import type { NewEvent } from "../contract/event.ts";
import type { Effect, Isolation } from "../contract/terms.ts";
import { files } from "../folds/files.ts";
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";

const changing: ReadonlySet<Effect> = new Set(["write", "execute", "external"]);

export const canChangeFiles = (effects: readonly Effect[]): boolean => effects.some((effect) => changing.has(effect));

/** Whether a sub-agent with these tools can, in the directory of the one that began it. */
export const agentChangesFiles = (
  { tools }: Pick<Context, "tools">,
  child: { readonly isolation: Isolation; readonly tools: readonly string[] },
): boolean =>
  child.isolation === "none" &&
  tools.some(({ name, effects }) => child.tools.includes(name) && canChangeFiles(effects));

/**
 * Saves what is there now. With a call, what differs from the newest snapshot is its work, and without one somebody else's.
 * What cannot be saved is told once, and the run goes on. Resolves with false when nothing was saved.
 */
export const saveFiles = async (context: Context, call?: string): Promise<boolean> => {
  if (context.checkpoints === undefined) return false;
  const now = saving(context, context.checkpoints);
  const found = await (call === undefined ? inTime(context, now) : now);
  if (found === undefined) return false;
  if ("trouble" in found) tellOnce(context, found.trouble);
  else if (found.since !== found.saved.snapshot) {
    const { saved, since, changed } = found;
    context.append({
      type: "files.saved",
      data: { ...(call !== undefined && { call }), ...savedData(saved, changed), ...(since !== null && { since }) },
    });
  }
  return "saved" in found;
};

/** The first snapshot of a big tree takes a while: a person who is asked may as well be waited for meanwhile. */
export const beginSaving = (context: Context): void => {
  if (context.checkpoints === undefined || context.read(files).snapshot !== null) return;
  // Why it cannot be saved is met again, and told, by the call itself.
  void context
    .checkpoints()
    .then((opened) => opened.save())
    .catch(() => {});
};

type Found =
  | { readonly saved: FilesSaved; readonly since: string | null; readonly changed: readonly FileChange[] }
  | { readonly trouble: string };

const saving = async (context: Context, open: () => Promise<Checkpoints>): Promise<Found> => {
  try {
    return await compared(context, await open());
  } catch (error) {
    return { trouble: sentenceOf(error) };
  }
};

/** How long a call waits for the snapshot before it, and how long once it had been waited for in vain. */
const patienceMs = 10_000;
const impatienceMs = 500;

/** A first snapshot may take long: it goes on while the call runs, and the next one finds it done. Undefined when cancelled. */
const inTime = async (context: Context, found: Promise<Found>): Promise<Found | undefined> => {
  const { trouble } = context.read(files);
  const limit = deadline(context.signal(), trouble === null ? patienceMs : impatienceMs);
  const over = limit.over.then(() => (limit.passed === "time" ? { trouble: tooLong } : undefined));
  return Promise.race([found, over]).finally(limit.clear);
};

const tooLong = "the first snapshot of the workspace takes long; calls are not waiting for it until it is done";

/** Calls side by side save side by side; each says what differs from the snapshot that the log then has. */
const compared = async (context: Context, opened: Checkpoints): Promise<Found> => {
  const saved = await opened.save();
  for (;;) {
    const { snapshot: since } = context.read(files);
    const changed = since === null ? [] : await opened.diff(since, saved.snapshot).catch(() => undefined);
    // An imported session names snapshots that are not here.
    if (changed === undefined) return { saved, since: null, changed: [] };
    if (since === context.read(files).snapshot) return { saved, since, changed };
  }
};

const tellOnce = (context: Context, trouble: string): void => {
  if (context.read(files).trouble === trouble) return;
  context.append({ type: "guard.tripped", data: { guard: "checkpoint", detail: trouble } });
};

/** What stands in the log of a snapshot; the paths in the body. */
export const savedData = (saved: Omit<FilesSaved, "changed">, changed: readonly FileChange[]) => ({
  snapshot: saved.snapshot,
  changes: changed.length,
  files: saved.files,
  bytes: saved.bytes,
  leftOut: saved.leftOut.length,
  ...(changed.length > 0 && { paths: namedPaths(changed) }),
  ...(saved.leftOut.length > 0 && { leftOutPaths: saved.leftOut.slice(0, mostPaths).map((one) => ({ ...one })) }),
});

/** So many stand in an event; the snapshots have them all. */
export const mostPaths = 200;

type Named = NonNullable<Extract<NewEvent, { type: "files.saved" }>["data"]["paths"]>;

export const namedPaths = (changed: readonly FileChange[]): Named =>
  changed.slice(0, mostPaths).map(({ path, from, to }) => ({
    path,
    did: from === undefined ? "added" : to === undefined ? "removed" : "changed",
  }));
