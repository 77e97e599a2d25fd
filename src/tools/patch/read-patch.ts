/** Reads a patch in either format. */
import { isBegin, isEnd, readSections } from "./begin-patch.ts";
import { type FileChange, PatchError } from "./patch.ts";
import { type SourceLine, sourceLines } from "./source-lines.ts";
import { readUnified } from "./unified.ts";
import { beginsFile } from "./unified-hunks.ts";

/** Throws PatchError, which says where and what is wrong. */
export const readPatch = (patch: string): readonly FileChange[] => {
  const lines = sourceLines(patch);
  const begin = lines.findIndex((line, index) => isBegin(line) || beginsFile(lines, index));
  if (begin === -1)
    throw new PatchError(
      "a patch begins with *** Begin Patch, or is a unified diff with --- and +++ lines for each file",
    );
  const changes = isBegin(lines[begin]!) ? readEnvelope(lines, begin) : readUnified(lines);
  if (changes.length === 0) throw new PatchError("the patch changes no file");
  return changes;
};

const readEnvelope = (lines: readonly SourceLine[], begin: number): FileChange[] => {
  const end = lines.findIndex((line, index) => index > begin && !line.text.startsWith(" ") && isEnd(line));
  if (end === -1) throw new PatchError("the patch has no *** End Patch; it seems to be cut off");
  const stray = [...lines.slice(0, begin), ...lines.slice(end + 1)].find(({ text }) => !wrapping.test(text.trim()));
  if (stray !== undefined)
    throw new PatchError(
      `line ${stray.number} stands outside of the patch: ${JSON.stringify(stray.text.slice(0, 80))}`,
    );
  const inner = lines.slice(begin + 1, end);
  const first = inner.findIndex(({ text }) => text.trim() !== "");
  return beginsFile(inner, first) ? readUnified(inner) : readSections(inner);
};

/** What models put round a patch as if it were typed into a shell or a page. */
const wrapping = /^(?:|```\w*|(?:apply_patch )?<<-?\s*['"]?\w+['"]?|[A-Z]+)$/;
