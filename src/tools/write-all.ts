/** Writes several files, all of them or none: what was written before something failed is put back. */
import { sentenceOf } from "../contract/error.ts";
import { CallBlocked, type Files } from "../contract/world.ts";

/** What a path held and what it is to hold; undefined stands for nothing. */
export interface Change {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * Files are removed last, when every other change has succeeded. Rejects as `Files` does, or with the signal's reason; the
 * sentence then says what was put back, and what could not be. Permission bits of a removed file do not come back.
 */
export const writeAll = async (files: Files, changes: readonly Change[], signal: AbortSignal): Promise<void> => {
  const done: Undo[] = [];
  try {
    for (const change of changes.toSorted((one, other) => Number(isRemoval(one)) - Number(isRemoval(other)))) {
      signal.throwIfAborted();
      const directories = change.before === undefined ? await missingDirectories(files, change.path) : [];
      await apply(files, change.path, change.after);
      done.push({ ...change, directories });
    }
  } catch (thrown) {
    if (done.length === 0) throw thrown;
    throw withSentence(thrown, `${sentenceOf(thrown)}; ${await putBack(files, done.toReversed())}`);
  }
};

interface Undo extends Change {
  /** Directories that were made for it, the innermost first. */
  readonly directories: readonly string[];
}

const isRemoval = ({ after }: Change): boolean => after === undefined;

const apply = (files: Files, path: string, content: Uint8Array | undefined): Promise<void> =>
  content === undefined ? files.remove(path) : files.write(path, content);

const putBack = async (files: Files, done: readonly Undo[]): Promise<string> => {
  const lost: string[] = [];
  for (const { path, before, directories } of done) {
    try {
      await apply(files, path, before);
      for (const directory of directories) await files.remove(directory);
    } catch (thrown) {
      lost.push(sentenceOf(thrown));
    }
  }
  return lost.length === 0 ? "every file is as it was before" : `not everything could be put back: ${lost.join("; ")}`;
};

/** A refusal stays a refusal. */
const withSentence = (thrown: unknown, sentence: string): Error =>
  thrown instanceof CallBlocked ? new CallBlocked(sentence) : new Error(sentence, { cause: thrown });

const missingDirectories = async (files: Files, path: string): Promise<string[]> => {
  const missing: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const directory = path.slice(0, end);
    if ((await files.stat(directory)) !== undefined) break;
    missing.push(directory);
  }
  return missing;
};
