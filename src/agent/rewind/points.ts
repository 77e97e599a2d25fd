/** The moments of a session that it can be rewound to. */
import type { Event } from "../../contract/event.ts";
import { textOf } from "../../contract/message.ts";
import type { RewindPoint } from "../../contract/rewind.ts";
import { isAnswer } from "../../folds/is-answer.ts";
import { isFilesEvent, isWork } from "./file-history.ts";

const saidChars = 80;

/** Oldest first. A step is there as soon as it has an outcome. */
export const pointsIn = (events: readonly Event[]): readonly RewindPoint[] => {
  const points = new Map<number, { step: number; at: number; said: string; files: number }>();
  const queued = new Map<number, string>();
  let said = "";
  for (const event of events) {
    const { type, step = 0, seq, at, data } = event;
    if (type === "message.queued") queued.set(seq, textOf(data.parts ?? []));
    if (type === "user.said" && data.origin === "user")
      said = queued.get(data.delivers ?? -1) ?? textOf(data.parts ?? []);
    if (type === "model.asked" && isAnswer(data) && points.size === 0)
      points.set(0, { step: 0, at: events[0]?.at ?? at, said: "", files: 0 });
    if ((type === "model.replied" || type === "model.failed") && isAnswer(data))
      points.set(step, { step, at, said: firstWords(said), files: points.get(step)?.files ?? 0 });
    const point = points.get(step);
    if (point !== undefined && isFilesEvent(event) && isWork(event)) point.files += event.data.changes;
  }
  return [...points.values()];
};

/** The last step before what the user said last. */
export const beforeLastMessage = (events: readonly Event[]): number => {
  const last = events.findLastIndex(
    ({ type, data }) => type === "user.said" && "origin" in data && data.origin === "user",
  );
  return events.slice(0, Math.max(0, last)).findLast(({ step }) => step !== undefined)?.step ?? 0;
};

const firstWords = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > saidChars ? `${line.slice(0, saidChars - 1)}…` : line;
};
