/** The terminal program: a session on the screen, and a person before it. It holds no truth of its own. */
import { setImmediate as turn } from "node:timers/promises";
import { slashIn } from "../terminal/slash-in.ts";
import type { Desk } from "./desk.ts";
import { followBackground } from "./follow-background.ts";
import { guardTerminal } from "./tty/guard-terminal.ts";
import { put, type PutParts, type Told } from "./put-together.ts";

export interface TuiOptions extends PutParts {
  /** Told at the start: why a model was chosen, what is wrong with a file. */
  readonly notes: readonly Told[];
  /** Whether the session has something to go on with, and what is said first; empty for nothing. */
  readonly goesOn: boolean;
  readonly message: string;
  readonly onSignal: (listener: (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void) => () => void;
}

/** How often what is under way is drawn anew, in milliseconds: a clock ticks in it. */
const tickMs = 1_000;

/** Resolves when the person leaves, with the signal that asked for it, if one did. */
export const tui = async (desk: Desk, options: TuiOptions): Promise<"SIGTERM" | "SIGHUP" | undefined> => {
  const { promise: left, resolve: leave } = Promise.withResolvers<"SIGTERM" | "SIGHUP" | undefined>();
  const { face, slot, view, shell, screen, talk, act, say, working } = await put(desk, options, () => leave(undefined));
  const restored = guardTerminal({ tell: (text) => screen.tell("warning", text), stop: face.stop });
  const noSignals = options.onSignal((signal) => (signal === "SIGINT" ? void act("app.cancel") : leave(signal)));
  const tick = setInterval(() => working() && !options.plain && face.tui.requestRender(), tickMs);
  try {
    face.start();
    slot.focus();
    // The input is there before a long session has been read.
    face.tui.requestRender(true);
    await turn();
    view.show();
    for (const { level, text } of options.notes) screen.tell(level, text);
    followBackground(screen, options.theme);
    if (options.goesOn) talk.goOn();
    const { message } = options;
    if (message !== "")
      await say({ text: message, parts: [{ type: "text", text: message }], command: slashIn(message) }, false);
    return await left;
  } finally {
    clearInterval(tick);
    view.stop();
    shell.stop();
    face.stop();
    restored();
    // Last: a Ctrl-C that finds the terminal half given back would end the program there.
    noSignals();
  }
};
