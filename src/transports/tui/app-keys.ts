/** The keys that count wherever one is on the screen, before the input sees them. */
import type { Action } from "./input/key-table.ts";
import { twice } from "./input/twice.ts";
import type { Keys } from "./input/keys.ts";

export interface AppKeysParts {
  readonly keys: Keys;
  readonly now: () => number;
  /** A list, a question or a viewer has the keys; of those of the program only the one that stops counts then. */
  readonly taken: () => boolean;
  /** The input has a list open. */
  readonly busy: () => boolean;
  readonly typing: () => boolean;
  readonly working: () => boolean;
  /** Does what the action says. Gives back false when there was nothing to do, and the key goes on. */
  readonly act: (action: AppAction) => boolean | void;
}

/** `answer`: brings a question that waits; `stop`: a single Escape while a run is under way. */
export type AppAction = Extract<Action, `app.${string}` | `tui.altScreen.${string}`> | "answer" | "stop";

const anywhere = ["app.cancel"] as const;
const atInput = [
  "app.mode",
  "app.model",
  "app.sessions",
  "app.details",
  "app.calls",
  "app.log",
  "app.queue",
  "app.redraw",
  "app.suspend",
  "tui.altScreen.pageUp",
  "tui.altScreen.pageDown",
  "tui.altScreen.halfPageUp",
  "tui.altScreen.halfPageDown",
  "tui.altScreen.top",
  "tui.altScreen.bottom",
] as const satisfies AppAction[];

/** On a full screen pi-tui searches a document of its own, which is not there. */
const unused = ["tui.altScreen.search"] as const satisfies Action[];

/** Gives back whether the key was taken. */
export const appKeys = ({
  keys,
  now,
  taken,
  busy,
  typing,
  working,
  act,
}: AppKeysParts): ((data: string) => boolean) => {
  const back = twice(keys, "app.back", now);
  const first = (actions: readonly Extract<AppAction, Action>[], data: string): AppAction | undefined =>
    actions.find((action) => keys.matches(data, action));
  const atEmpty = (data: string): AppAction | undefined => {
    if (keys.matches(data, "app.leave")) return "app.leave";
    if (keys.matches(data, "tui.input.tab")) return "answer";
    if (keys.matches(data, "app.back") && working()) return "stop";
    return back(data) ? "app.back" : undefined;
  };
  return (data) => {
    if (unused.some((action) => keys.matches(data, action))) return true;
    const action =
      first(anywhere, data) ??
      (taken() || busy() ? undefined : (first(atInput, data) ?? (typing() ? undefined : atEmpty(data))));
    return action !== undefined && act(action) !== false;
  };
};
