/** `/diff`: what the calls of the session changed, or those of one step. */
import { leftOutReasons } from "../../../contract/checkpoint.ts";
import { KelsonError } from "../../../contract/error.ts";
import type { ChangedFile, SessionChanges } from "../../../contract/rewind.ts";
import { counted } from "../../terminal/figures.ts";
import { drawDiff } from "../draw/diff.ts";
import { drawNote } from "../draw/note.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { pick } from "../pickers/pick.ts";
import type { Row } from "../pickers/picking.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { heading } from "../viewers/scroller.ts";
import { type ShownPieces, showPieces, viewPieces } from "../viewers/show-text.ts";

export const diffCommand: ScreenCommand = {
  name: "diff",
  takes: "[step]",
  about: "what the session changed, or one step of it",
  run: async (screen, typed) => {
    if (!/^\d*$/u.test(typed))
      throw new KelsonError("bad_input", `/diff takes the number of a step, got ${JSON.stringify(typed)}`);
    const { runtime, session } = screen.desk.place();
    const changes = await runtime.changes(session.id, typed === "" ? "session" : { step: Number(typed) });
    if (changes.files.length > 1) await lookAtFiles(screen, changes);
    else await showPieces(screen, shownOf(changes, changes.files));
  },
};

/** One after the other, until the person leaves the list or wants all of them. */
const lookAtFiles = async (screen: Screen, changes: SessionChanges): Promise<void> => {
  const { files } = changes;
  const rows: Row<readonly ChangedFile[]>[] = [
    { value: files, label: `all ${files.length} paths`, about: linesOf(files) },
    ...files.map((file) => ({ value: [file], label: `${signOf(file)} ${file.path}`, about: linesOf([file]) })),
  ];
  let at = 0;
  for (;;) {
    const chosen = await pick(screen, { title: "What was changed: look at", rows, at });
    if (chosen === undefined) return;
    const shown = shownOf(changes, chosen);
    if (chosen === files || screen.drawing().plain) return showPieces(screen, shown);
    await viewPieces(screen, shown);
    at = rows.findIndex(({ value }) => value === chosen);
  }
};

const shownOf = (changes: SessionChanges, files: readonly ChangedFile[]): ShownPieces => ({
  title: `/diff ${counted(files.length, "path")}, ${linesOf(files)}`,
  pieces: [...files.map(drawn), ...notes(changes)],
});

const linesOf = (files: readonly ChangedFile[]): string => {
  const sum = (of: (file: ChangedFile) => number): number => files.reduce((total, file) => total + of(file), 0);
  return `+${sum((file) => file.addedLines)} −${sum((file) => file.removedLines)}`;
};

const drawn =
  (file: ChangedFile) =>
  (drawing: Drawing): Lines => [
    heading(`${signOf(file)} ${file.path}${file.hidden === undefined ? "" : ` (${file.hidden})`}`, drawing),
    ...(file.diff === undefined ? [] : drawDiff(file.diff, { ...drawing, open: true }, { most: Infinity })),
  ];

const signOf = ({ from, to }: ChangedFile): string => (from === undefined ? "+" : to === undefined ? "−" : "~");

const notes = ({ leftOut, trouble }: SessionChanges): ((drawing: Drawing) => Lines)[] => [
  ...leftOut.map(
    ({ path, why }) =>
      (drawing: Drawing) =>
        drawNote("note", `not in the snapshots: ${path}: ${leftOutReasons[why]}`, drawing),
  ),
  ...(trouble === undefined ? [] : [(drawing: Drawing) => drawNote("warning", trouble, drawing)]),
];
