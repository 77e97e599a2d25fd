/** Reads unified diffs, also those that git writes: with /dev/null, renames and quoted names. */
import { nameIn, type Names, namesOf, sameName } from "./git-names.ts";
import { type FileChange, type Hunk, PatchError } from "./patch.ts";
import { type SourceLine, textOfLines } from "./source-lines.ts";
import { beginsFile, unifiedHunks } from "./unified-hunks.ts";

/** The changes of each file. What stands before, between and after them is not read, unless it looks like a part of a hunk. */
export const readUnified = (source: readonly SourceLine[]): FileChange[] => {
  const changes: FileChange[] = [];
  let at = 0;
  while (at < source.length) {
    if (beginsFile(source, at)) {
      const { header, next } = readHeader(source, at);
      const body = unifiedHunks(source, next);
      changes.push(changeOf(header, body.hunks));
      at = body.next;
    } else {
      refuseStray(source[at]!);
      at += 1;
    }
  }
  return changes;
};

/** What stands above the hunks of a file. */
interface Header {
  readonly number: number;
  readonly names: Names;
  readonly action: "new" | "deleted" | "renamed" | undefined;
  readonly executable: boolean;
}

const readHeader = (source: readonly SourceLine[], at: number): { header: Header; next: number } => {
  const { number } = source[at]!;
  const same = /^diff --git (.*)$/.exec(source[at]!.text)?.[1];
  const extended: Record<string, string> = {};
  let next = same === undefined ? at : at + 1;
  for (; next < source.length && !beginsFile(source, next); next += 1) {
    const { text } = source[next]!;
    const found = extendedHeader.exec(text);
    if (found === null) break;
    if (refused.test(found[1]!))
      throw new PatchError(`line ${source[next]!.number} of the patch cannot be done: ${text}`);
    extended[found[1]!] = found[2]!.trim();
  }
  const named = source[next]?.text.startsWith("--- ") === true;
  const names = named
    ? namesOf(source[next]!.text.slice(4), source[next + 1]!.text.slice(4))
    : extendedNames(extended, same, number);
  const action =
    "new file mode" in extended
      ? "new"
      : "deleted file mode" in extended
        ? "deleted"
        : "rename to" in extended
          ? "renamed"
          : undefined;
  const executable = extended["new file mode"]?.endsWith("755") === true;
  return { header: { number, names, action, executable }, next: named ? next + 2 : next };
};

const extendedHeader =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index|Binary files|GIT binary patch)(.*)$/;

const refused = /^(?:copy from|copy to|Binary files|GIT binary patch)$/;

/** Without `---` and `+++` nothing in the file changes; it is renamed, made empty, deleted empty, or gets other permissions. */
const extendedNames = (extended: Readonly<Record<string, string>>, same: string | undefined, number: number): Names => {
  const [from, to] = [extended["rename from"], extended["rename to"]];
  if (from !== undefined && to !== undefined) return { from: nameIn(from), to: nameIn(to) };
  const name = same === undefined ? undefined : sameName(same);
  if (name === undefined) throw new PatchError(`line ${number} of the patch does not say which file it is about`);
  return { from: name, to: name };
};

const changeOf = ({ number, names: { from, to }, action, executable }: Header, hunks: Hunk[]): FileChange => {
  const path = to ?? from;
  if (path === undefined) throw new PatchError(`line ${number} of the patch names /dev/null twice`);
  if (from === undefined || action === "new") return { kind: "add", path, text: newText(path, hunks), executable };
  if (to === undefined || action === "deleted") return { kind: "delete", path: from, hunks };
  const moved = from !== to && (action === "renamed" || !isBackup(from, to));
  if (hunks.length === 0 && !moved)
    throw new PatchError(`the patch changes nothing in ${path}; for permission bits use bash with chmod`);
  return { kind: "update", path: moved ? from : to, moveTo: moved ? to : undefined, hunks };
};

/** `diff -u sum.ts.orig sum.ts` is about `sum.ts`. */
const isBackup = (from: string, to: string): boolean =>
  from.startsWith(to) && /^(?:~|\.(?:orig|old|bak|before))$/.test(from.slice(to.length));

const newText = (path: string, hunks: readonly Hunk[]): string => {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== "add"))
    throw new PatchError(`the patch makes ${path} as a new file, but has lines in it that do not begin with +`);
  return textOfLines(lines);
};

/** A hunk without its file's header would otherwise be passed over without a word. */
const refuseStray = ({ number, text }: SourceLine): void => {
  if (/^@@ -\d/.test(text))
    throw new PatchError(
      `the hunk at line ${number} of the patch belongs to no file: no --- and +++ lines stand above it`,
    );
};
