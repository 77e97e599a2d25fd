/** Every action that a key may call: where it counts, its keys unless a person chose others, and what it does. */
import { TUI_KEYBINDINGS, type KeyId, type Keybinding } from "@earendil-works/pi-tui";

/**
 * Where a key counts. `app`: everywhere but in lists. `input`: while a message is typed. `empty`: when nothing is typed.
 * `list`: in a list or a question. `transcript`: on a full screen, before the input sees it. `find`: while the transcript is searched.
 */
export type Place = "app" | "input" | "empty" | "list" | "transcript" | "find";

export interface KeyAction {
  readonly place: Place;
  readonly keys: readonly KeyId[];
  readonly about: string;
  /** The key counts when it comes twice, one soon after the other; see `twice.ts`. */
  readonly twice?: true;
}

const own = {
  "app.cancel": { place: "app", keys: ["ctrl+c"], about: "stop what runs, or empty the input; twice: leave" },
  "app.back": { place: "app", keys: ["escape"], twice: true, about: "go back in time: choose a message to go on from" },
  "app.mode": { place: "app", keys: ["shift+tab"], about: "the next mode" },
  "app.model": { place: "app", keys: ["alt+m"], about: "choose the model" },
  "app.sessions": { place: "app", keys: ["alt+s"], about: "choose a session" },
  "app.details": { place: "app", keys: ["ctrl+o"], about: "show or hide details" },
  "app.calls": { place: "app", keys: ["alt+o"], about: "choose a call, to see it whole" },
  "app.log": { place: "app", keys: ["ctrl+t"], about: "look at the events of the log" },
  "app.queue": { place: "app", keys: ["alt+up"], about: "take the last queued message back into the input" },
  "app.redraw": { place: "app", keys: ["ctrl+l"], about: "draw the screen anew" },
  "app.suspend": { place: "app", keys: ["ctrl+z"], about: "go back to the shell; `fg` returns" },
  "app.leave": { place: "empty", keys: ["ctrl+d"], about: "leave" },
  "input.steer": {
    place: "input",
    keys: ["ctrl+enter", "ctrl+s"],
    about: "send at once: what runs reads it at its next step",
  },
  "input.search": { place: "input", keys: ["ctrl+r"], about: "search what was sent before" },
  "input.editor": { place: "input", keys: ["ctrl+g"], about: "write in `$VISUAL` or `$EDITOR`" },
  "input.image": { place: "input", keys: ["ctrl+v", "alt+v"], about: "put in the picture that the clipboard holds" },
} satisfies Record<string, KeyAction>;

/** Where we differ from pi-tui: Home and End belong to the line that is typed, Ctrl+C to the program, and some words are ours. */
const changed: Partial<Record<Keybinding, Partial<KeyAction>>> = {
  "tui.input.submit": { about: "send; while the agent works: queue" },
  "tui.input.newLine": {
    keys: ["shift+enter", "alt+enter", "ctrl+j"],
    about: "begin a line; Enter after a backslash does so, too",
  },
  "tui.input.tab": { about: "complete" },
  "tui.input.copy": { keys: [] },
  "tui.editor.yank": { about: "put in what was deleted last" },
  "tui.editor.yankPop": { about: "put in what was deleted before that instead" },
  "tui.editor.cursorLineStart": { keys: ["home", "ctrl+a"] },
  "tui.editor.cursorLineEnd": { keys: ["end", "ctrl+e"] },
  "tui.altScreen.top": { keys: ["ctrl+home"] },
  "tui.altScreen.bottom": { keys: ["ctrl+end"] },
};

export type Action = keyof typeof own | Keybinding;

const theirs = Object.entries(TUI_KEYBINDINGS).map(([id, { defaultKeys, description }]): [string, KeyAction] => [
  id,
  {
    place: placeOf(id),
    keys: typeof defaultKeys === "string" ? [defaultKeys] : defaultKeys,
    about: description.charAt(0).toLowerCase() + description.slice(1),
    ...changed[id as Keybinding],
  },
]);

const all: Readonly<Record<string, KeyAction>> = { ...own, ...Object.fromEntries(theirs) };

export const keyTable = all as Readonly<Record<Action, KeyAction>>;

function placeOf(id: string): Place {
  if (id.startsWith("tui.select.")) return "list";
  if (/^tui\.altScreen\.search[A-Z]/u.test(id)) return "find";
  return id.startsWith("tui.altScreen.") ? "transcript" : "input";
}
