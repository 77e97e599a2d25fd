/** Random histories: each event is chosen among those that could come next, and a real log takes it or refuses it. */
import { type Arbitrary, array, nat } from "fast-check";
import type { Event, NewEvent } from "../../src/contract/event.ts";
import { guardTransition } from "../../src/folds/status/legal.ts";
import { status, type Status } from "../../src/folds/status/status.ts";
import { open, storedEvents } from "./guarded-log.ts";
import { memory } from "../../src/stores/memory.ts";
import {
  allowed,
  answered,
  asked,
  began,
  begun,
  callAsked,
  cancelAsked,
  context,
  delivered,
  denied,
  ended,
  failed,
  finished,
  mode,
  offered,
  queued,
  replied,
  reported,
  said,
  spawned,
  steered,
  tripped,
  urged,
  withdrawn,
} from "./story.ts";

/** Gives histories as functions: each call runs one through a log of its own and gives the events that it took. */
export const histories = ({ legalOnly = true }: { readonly legalOnly?: boolean } = {}): Arbitrary<
  () => Promise<Event[]>
> => array(nat(), { minLength: 5, maxLength: 120, size: "max" }).map((picks) => () => history(picks, legalOnly));

const history = async (picks: readonly number[], legalOnly: boolean): Promise<Event[]> => {
  const store = memory();
  const log = await open(store);
  for (const pick of picks) {
    const now = log.read(status);
    const possible = candidates(now, pick);
    const chosen = legalOnly ? possible.filter((event) => isLegal(now, event)) : possible;
    const event = chosen[pick % chosen.length];
    if (event !== undefined && isLegal(now, event)) log.append(event);
    else if (event !== undefined) refuse(() => log.append(event));
  }
  await log.saved();
  return storedEvents(store);
};

const isLegal = (now: Status, event: NewEvent): boolean => {
  try {
    guardTransition(now, event);
    return true;
  } catch {
    return false;
  }
};

const refuse = (append: () => unknown): void => {
  try {
    append();
  } catch {
    return;
  }
  throw new Error("an illegal event was taken");
};

/** What could come next: mostly what brings the run on, sometimes what may come at any time. */
const candidates = (now: Status, pick: number): NewEvent[] => {
  if (pick % 5 === 0) return aside(now, pick);
  return now.calls.length > 0 ? [...now.calls.flatMap(({ id }) => ofCall(id)), ended()] : ofRun(now, pick);
};

const ofRun = ({ attempt, step }: Status, pick: number): NewEvent[] => {
  const calls = Array.from({ length: 1 + (pick % 4) }, (_, index) => `${step}.${index}`);
  return [
    [said(`words ${pick}`), began(), offered, asked(), asked(attempt + 1), urged("continue"), ended()],
    [replied("words", calls), replied("", calls), replied("words"), replied("half a", calls, { partial: true })],
    [failed(), failed("budget", false)],
  ].flat();
};

const ofCall = (call: string): NewEvent[] =>
  [
    [allowed(call), allowed(call, ["write"], false), denied(call), callAsked(call), callAsked(call, "question")],
    [begun(call), finished(call), answered(call), answered(call, "yes", { text: "red" }), answered(call, "no")],
  ].flat();

const aside = ({ queue }: Status, pick: number): NewEvent[] => {
  const waiting = queue[pick % Math.max(1, queue.length)]?.seq ?? 99;
  return [
    [queued(`later ${pick}`), steered(`now ${pick}`), delivered(waiting), withdrawn(waiting), cancelAsked],
    [context(`layer ${pick}`), context("system", { position: "system", layer: "system" })],
    [spawned("c"), spawned("d", { background: true }), reported("c"), reported("d")],
    [mode("bypass"), tripped("continuation"), ofCall("unknown")].flat(),
  ].flat();
};
