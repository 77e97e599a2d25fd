/** The calls of a transcript, to choose one: the latest first. */
import type { CallItem, TranscriptItem } from "../../../folds/transcript-item.ts";
import { counted, duration } from "../../terminal/figures.ts";
import type { Screen } from "../screen.ts";
import { pick } from "./pick.ts";
import type { Row } from "./picking.ts";

/** Undefined when none was chosen. */
export const pickCall = (screen: Screen, items: readonly TranscriptItem[]): Promise<CallItem | undefined> => {
  const calls = items.filter((item) => item.kind === "call");
  return pick(screen, { title: "Calls: show one whole", rows: calls.toReversed().map(rowOf) });
};

const rowOf = (item: CallItem): Row<CallItem> => {
  const { name, subject, state, chars, durationMs } = item;
  const about = [
    state,
    ...(chars === undefined ? [] : [counted(chars, "character")]),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
  ];
  return { value: item, label: `${name} ${subject}`.trimEnd(), about: about.join(", "), details: subject };
};
