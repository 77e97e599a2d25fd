/** Brings what calls ask before the person, one after the other, and never under fingers that are typing. */
import type { TUI } from "@earendil-works/pi-tui";
import { callOf } from "../../folds/transcript.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { type Answer, asking, type Reaction } from "./asking.ts";
import type { Board } from "./session/board.ts";
import type { Drawing } from "./drawing.ts";
import type { Slot } from "./slot.ts";

export interface AsksParts {
  readonly tui: TUI;
  readonly slot: Slot;
  readonly drawing: () => Drawing;
  readonly now: () => number;
  /** When the last key was pressed, and whether something stands in the input. */
  readonly typing: () => { readonly at: number; readonly text: boolean };
  readonly answer: (answer: Answer) => Promise<void>;
  readonly explain: (call: CallItem) => Promise<void>;
}

export interface Asks {
  readonly changed: (board: Board) => void;
  /** The call that stands before the person. */
  readonly shown: () => string | undefined;
  /** Whether a call waits for an answer, and none stands before the person. */
  readonly waiting: () => boolean;
  /** Brings the first of them. Gives back whether there was one. */
  readonly bring: () => boolean;
}

/** Nothing comes before the person within this time after a key: the next one was meant for something else. */
const quietMs = 700;

export const asks = ({ tui, slot, drawing, now, typing, answer, explain }: AsksParts): Asks => {
  let open: readonly CallItem[] = [];
  let shown: { readonly call: string; readonly done: (reaction: Reaction) => void } | undefined;
  const postponed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const bring = async (call: CallItem): Promise<void> => {
    const reaction = await slot.ask<Reaction>((done) => {
      shown = { call: call.call, done };
      return asking({ tui, call, drawing, done });
    });
    shown = undefined;
    if (reaction === "later") postponed.add(call.call);
    else if (reaction === "explain") await explain(call);
    else {
      open = open.filter((other) => other.call !== call.call);
      await answer(reaction);
    }
    look();
    // What waits is told beside the input, which was drawn before this was known.
    tui.requestRender();
  };
  const next = (): CallItem | undefined => open.find(({ call }) => !postponed.has(call));
  function look(): void {
    clearTimeout(timer);
    const call = next();
    if (call === undefined || shown !== undefined) return;
    const { at, text } = typing();
    // What stands in the input, or in its place, may be gone by then.
    const waitMs = text || slot.taken() ? quietMs : at + quietMs - now();
    if (waitMs > 0) timer = setTimeout(look, waitMs);
    else void bring(call);
  }
  return {
    changed: ({ transcript, status: { calls, children } }) => {
      const ids = new Set(calls.filter(({ state }) => state === "asked").map(({ id }) => id));
      for (const { ask } of children) if (ask !== null && ask.answer === null) ids.add(ask.call);
      open = [...ids]
        .flatMap((id) => callOf(transcript, id) ?? [])
        .filter(({ state }) => state === "asked")
        .toSorted((one, other) => one.seq - other.seq);
      // Somebody else has answered, or the run was stopped.
      if (shown !== undefined && !ids.has(shown.call)) shown.done("later");
      for (const call of postponed) if (!ids.has(call)) postponed.delete(call);
      look();
    },
    shown: () => shown?.call,
    waiting: () => shown === undefined && open.length > 0,
    bring: () => {
      const [call] = open;
      if (call === undefined || shown !== undefined || slot.taken()) return false;
      postponed.delete(call.call);
      void bring(call);
      return true;
    },
  };
};
