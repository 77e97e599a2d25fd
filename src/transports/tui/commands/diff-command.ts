/** `/diff`: what the calls of the session changed, or those of one step. */
import { leftOutReasons } from "../../../contract/checkpoint.ts";
import { KelsonError } from "../../../contract/error.ts";
import type { ChangedFile, SessionChanges } from "../../../contract/rewind.ts";
import { counted } from "../../terminal/figures.ts";
import { drawDiff } from "../draw/diff.ts";
import { drawNote } from "../draw/note.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { ScreenCommand } from "../screen.ts";
import { heading } from "../viewers/scroller.ts";
import { showPieces } from "../viewers/show-text.ts";

export const diffCommand: ScreenCommand = {
  name: "diff",
  takes: "[step]",
  about: "what the session changed, or one step of it",
  run: async (screen, typed) => {
    if (!/^\d*$/u.test(typed))
      throw new KelsonError("bad_input", `/diff takes the number of a step, got ${JSON.stringify(typed)}`);
    const { runtime, session } = screen.desk.place();
    const changes = await runtime.changes(session.id, typed === "" ? "session" : { step: Number(typed) });
    await showPieces(screen, { title: titleOf(changes), pieces: [...changes.files.map(drawn), ...notes(changes)] });
  },
};

const titleOf = ({ files }: SessionChanges): string => {
  const sum = (of: (file: ChangedFile) => number): number => files.reduce((total, file) => total + of(file), 0);
  return `/diff ${counted(files.length, "path")}, +${sum((file) => file.addedLines)} −${sum((file) => file.removedLines)}`;
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
