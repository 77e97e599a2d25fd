/** The unified diff of two versions of a file, for people. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch, type StructuredPatchHunk } from "diff";

/** A file as it was or is. */
export interface FileVersion {
  readonly path: string;
  readonly text: string;
}

/** `before` is undefined for a file that is new. Empty when nothing differs. */
export const unifiedDiff = (path: string, before: string | undefined, after: string): string =>
  fileDiff(before === undefined ? undefined : { path, text: before }, { path, text: after });

/** Undefined stands for a file that is not there. A file that moves is shown as git shows it. */
export const fileDiff = (before: FileVersion | undefined, after: FileVersion | undefined): string => {
  const moved = before !== undefined && after !== undefined && before.path !== after.path;
  const head = moved ? `rename from ${before.path}\nrename to ${after.path}\n` : "";
  const [old, young] = [before?.text ?? "", after?.text ?? ""];
  if (old === young) return head;
  const names = {
    from: before === undefined ? "/dev/null" : `a/${before.path}`,
    to: after === undefined ? "/dev/null" : `b/${after.path}`,
  };
  // Two texts that have little in common cost quadratic time and give a diff that nobody can read.
  const options = { context: contextLines, maxEditLength: 2000 };
  const patch = structuredPatch(names.from, names.to, old, young, undefined, undefined, options);
  const hunks = patch?.hunks ?? [oneHunk(old, young)];
  return head + formatPatch({ ...noDates, oldFileName: names.from, newFileName: names.to, hunks }, FILE_HEADERS_ONLY);
};

const contextLines = 3;
const noDates = { oldHeader: undefined, newHeader: undefined };

/** Everything between the first and the last line that differ, as one change. */
const oneHunk = (before: string, after: string): StructuredPatchHunk => {
  const [old, young] = [patchLines(before), patchLines(after)];
  const shorter = Math.min(old.length, young.length);
  let head = 0;
  while (head < shorter && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - contextLines);
  const rest = Math.max(0, tail - contextLines);
  const [oldLines, newLines] = [old.length - start - rest, young.length - start - rest];
  return {
    oldStart: start + 1,
    oldLines,
    newStart: start + 1,
    newLines,
    lines: [
      ...marked(" ", old.slice(start, head)),
      ...marked("-", old.slice(head, old.length - tail)),
      ...marked("+", young.slice(head, young.length - tail)),
      ...marked(" ", old.slice(old.length - tail, old.length - rest)),
    ],
  };
};

/** Lines with their newline, so that a last line without one differs from one with it. */
const patchLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const marked = (mark: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"],
  );
