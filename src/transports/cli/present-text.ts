/** A run as text: the answer on standard output as it streams, all else on standard error. */
import type { Event, EventData } from "../../contract/event.ts";
import { isAnswer } from "../../folds/is-answer.ts";
import { callOf, type Transcript } from "../../folds/transcript.ts";
import type { CallItem, TextItem, TranscriptItem } from "../../folds/transcript-item.ts";
import { cleanJson, cleanLine, cleanText } from "../terminal/clean.ts";
import { painter } from "../terminal/paint.ts";
import { itemText } from "./item-text.ts";
import { liveLine } from "./live-line.ts";
import { notSaved } from "./present-json.ts";
import type { Manner, Presenter } from "./presenter.ts";
import { roomText } from "../terminal/room-text.ts";
import { answerOf, conclusionOf, type Result } from "./result.ts";
import { summaryText } from "./summary-text.ts";
import { news } from "./seen.ts";
import type { Output, Surroundings } from "./surroundings.ts";
import { textPage } from "./text-page.ts";

export interface TextPresenter extends Presenter {
  /** Says something about what is shown, in one line. */
  readonly aside: (text: string) => void;
}

/**
 * On a terminal every reply streams to standard output. Elsewhere only the answer goes there, once it is known to be the
 * answer; what a model says between its calls goes to standard error.
 */
export const presentText = (surroundings: Surroundings, manner: Manner): TextPresenter => {
  const { stdout, stderr, env, now } = surroundings;
  const paint = painter(stderr.terminal, env);
  const streams = stdout.terminal && !manner.quiet;
  const aside: Output = manner.quiet ? { ...silent, columns: stderr.columns } : stderr;
  const page = textPage(stdout, aside, liveLine(aside, paint, now));
  const style = { paint, columns: stderr.columns, verbose: manner.verbose, details: manner.details };
  let items: readonly TranscriptItem[] = [];
  let shown = 0;
  let streamed = "";
  let place = "";

  const showText = (item: TextItem, answer: boolean): void => {
    const text = cleanText(item.text ?? "");
    if (streams) page.stream(text.startsWith(streamed) ? text.slice(streamed.length) : "");
    else if (!answer) page.lines(itemText(item, style), "text");
    streamed = "";
  };
  const showItem = (item: TranscriptItem, event: Event): void => {
    if (item.kind === "text") showText(item, event.type === "model.replied" && event.data.calls.length === 0);
    else if (item.kind !== "call" && (manner.echo || !isOwn(item))) page.lines(itemText(item, style));
  };

  return {
    begin: (start) => {
      place = start.place;
      page.lines(`${paint("dim", `  ${start.chosen}`)}\n`);
      if (start.doing) page.lines(`${paint("dim", `  goes on: ${cleanLine(start.doing)}`)}\n`);
      if (!start.saved) stderr.write(paint("yellow", notSaved));
    },
    deltas: (deltas) => {
      if (!streams) return;
      const text = cleanText(deltas.map((delta) => (delta.kind === "text" ? delta.text : "")).join(""));
      streamed += text;
      page.stream(text);
    },
    event: (event, seen) => {
      const { transcript } = seen;
      items = news(seen);
      if (event.type === "model.asked") streamed = "";
      for (const item of items.slice(shown)) showItem(item, event);
      shown = items.length;
      const call = settledCall(event, transcript);
      if (call) page.lines(itemText(call, style));
      page.wait(event.type === "model.asked" ? waitingFor(event.data) : runningCalls(items));
    },
    aside: (text) => page.lines(`${paint("dim", `  ${text}`)}\n`),
    asking: (call) => page.lines(itemText(call, style)),
    stopping: () => page.lines(`${paint("yellow", "  stopping; once more to leave at once")}\n`),
    room: (isFull, where) => page.lines(`${paint("yellow", `! ${roomText(isFull, where)}`)}\n`),
    end: (result) => {
      page.rest();
      // What a call concluded with was not streamed.
      const answer = streams && conclusionOf(items) === undefined ? "" : answerText(result, items);
      if (answer !== "") stdout.write(`${answer}\n`);
      const summary = summaryText(result, { paint, place });
      if (!manner.quiet) page.lines(summary, "end");
      else if (result.is_error) stderr.write(summary);
    },
  };
};

const waitingFor = (asked: EventData<"model.asked">): string =>
  isAnswer(asked) ? "waiting for the model" : `waiting for the model, asked on the side (${asked.purpose})`;

/** An answer that had to be JSON is nothing but that, whatever stood around it. */
const answerText = (result: Result, items: readonly TranscriptItem[]): string =>
  result.structured_output === undefined
    ? cleanText(answerOf(items)).trimEnd()
    : cleanJson(JSON.stringify(result.structured_output));

/** The user's own message, which needs no telling; one that waits for its turn does. */
const isOwn = (item: TranscriptItem): boolean =>
  item.kind === "message" && item.origin === "user" && item.state === "said";

const silent = { terminal: false, closed: () => false, write: () => {} };

/** The call that has its outcome with this event. */
const settledCall = (event: Event, transcript: Transcript): CallItem | undefined => {
  switch (event.type) {
    case "call.finished":
    case "call.denied":
      return callOf(transcript, event.data.call);
    case "call.answered":
      return event.data.decision === "no" ? callOf(transcript, event.data.call) : undefined;
    default:
      return undefined;
  }
};

/** The calls of the latest reply stand together at the end. */
const runningCalls = (items: readonly TranscriptItem[]): string | undefined => {
  const last = items.findLastIndex((item) => item.kind !== "call" && item.kind !== "notice");
  const running = items
    .slice(last + 1)
    .filter((item): item is CallItem => item.kind === "call" && item.state === "running");
  return running.length > 0 ? running.map((call) => `${call.name} ${call.subject}`).join(", ") : undefined;
};
