/** What the keys of the program do. */
import { mode as modes } from "../../contract/terms.ts";
import type { AppAction } from "./app-keys.ts";
import { runCommand } from "./commands/run-command.ts";
import { takeBack } from "./commands/take-back.ts";
import type { Asks } from "./asks.ts";
import type { Desk } from "./desk.ts";
import type { Face } from "./face.ts";
import type { FixedFace } from "./fixed/fixed-face.ts";
import type { Composer } from "./input/composer-port.ts";
import type { Keys } from "./input/keys.ts";
import { suspendTerminal } from "./input/suspend-terminal.ts";
import { interrupt } from "./interrupt.ts";
import type { Screen } from "./screen.ts";
import type { Shell } from "./shell.ts";
import { type Talk, tellError } from "./talk.ts";

export interface AppActionsParts {
  readonly desk: Desk;
  readonly keys: Keys;
  readonly screen: Screen;
  readonly face: Face | FixedFace;
  readonly talk: Talk;
  readonly input: Composer;
  readonly shell: Shell;
  readonly questions: Asks;
  readonly working: () => boolean;
  /** Shows a sentence above the status line, or none. */
  readonly hint: (text: string | undefined) => void;
}

/** The modes that one key goes through; the others are chosen by name. */
const cycle = ["default", "accept-edits", "plan"] as const satisfies (typeof modes.options)[number][];

/** How long a hint stands, in milliseconds. */
const hintMs = 2_000;

export const appActions = (parts: AppActionsParts): ((action: AppAction) => boolean | void) => {
  const { desk, keys, screen, face, talk, input, shell, questions, working, hint } = parts;
  const pressed = interrupt();
  const background = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => tellError(screen.tell, error));
  const run = (command: string): void => background(runCommand(screen, command));
  let hinted: NodeJS.Timeout | undefined;
  const say = (text: string): void => {
    hint(text);
    clearTimeout(hinted);
    hinted = setTimeout(() => hint(undefined), hintMs);
  };
  const cancel = (): void => {
    if (shell.stop()) return;
    const what = pressed({ now: desk.now(), working: working(), typing: input.text() !== "" });
    if (what === "leave") return screen.leave();
    if (what === "clear") return input.set("");
    const key = keys.label("app.cancel");
    const told = [...(what === "cancel" ? ["stopping"] : []), ...(key === "" ? [] : [`${key} again leaves`])];
    say(told.join("; "));
    if (what === "cancel") background(talk.cancel());
  };
  const nextMode = async (): Promise<void> => {
    const now = screen.board()?.status.mode ?? "default";
    const to = cycle[(cycle.findIndex((one) => one === now) + 1) % cycle.length] ?? "default";
    await talk.send({ type: "set-mode", id: desk.newId(), mode: to });
  };
  const takeLast = async (): Promise<void> => {
    const last = screen.board()?.status.queue.at(-1);
    if (last !== undefined) await takeBack(screen, last);
  };
  const scroll = (by: Parameters<FixedFace["scroll"]>[0]): boolean => {
    if (!("scroll" in face)) return false;
    face.scroll(by);
    return true;
  };
  const actions: Readonly<Partial<Record<AppAction, () => boolean | void>>> = {
    "app.cancel": cancel,
    stop: cancel,
    "app.leave": () => screen.leave(),
    "app.mode": () => background(nextMode()),
    "app.model": () => run("/model"),
    "app.sessions": () => run("/resume"),
    "app.calls": () => run("/calls"),
    "app.log": () => run("/log"),
    "app.back": () => run("/rewind"),
    "app.details": () => screen.setOpen(!screen.drawing().open),
    "app.queue": () => background(takeLast()),
    "app.redraw": () => face.tui.requestRender(true),
    "app.suspend": () => background(suspendTerminal(face.tui)),
    answer: () => questions.bring(),
    "tui.altScreen.pageUp": () => scroll("page-up"),
    "tui.altScreen.pageDown": () => scroll("page-down"),
    "tui.altScreen.halfPageUp": () => scroll(-10),
    "tui.altScreen.halfPageDown": () => scroll(10),
    "tui.altScreen.top": () => scroll("top"),
    "tui.altScreen.bottom": () => scroll("end"),
  };
  return (action) => {
    const done = actions[action]?.() ?? true;
    // The key has not reached a component, after which there would be a frame.
    face.tui.requestRender();
    return done;
  };
};
