/** A call with all that came of it, in pieces: its output may be as long as a book. */
import type { CallItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { drawCallHead } from "./call.ts";
import { drawCallInput } from "./call-details.ts";
import { drawDiff } from "./diff.ts";
import { chop } from "./flow.ts";
import { span } from "./span.ts";
import { linesOf } from "./words.ts";

type Piece = (drawing: Drawing) => Lines;

/** `item` holds the whole output and the whole diff. */
export const wholeCall = (item: CallItem): readonly Piece[] => {
  const { output = "", diff, state } = item;
  const role = state === "failed" || state === "denied" ? "error" : "dim";
  const lines = output.trim() === "" ? [] : linesOf(output);
  return [
    (drawing) => [...drawCallHead(item, drawing), ...drawCallInput(item, { ...drawing, open: true })],
    ...lines.map(
      (line): Piece =>
        (drawing) =>
          chop([span(role, line)], drawing, margin),
    ),
    ...(diff === undefined ? [] : [(drawing: Drawing) => drawDiff(diff, drawing, { most: Infinity })]),
  ];
};

const margin = { first: [span("text", "  ")], rest: [span("text", "  ")] };
