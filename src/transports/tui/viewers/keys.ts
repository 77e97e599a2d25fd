/** What keys do in lists and viewers: the user's own bindings decide, and are named so in hints. */
import { getKeybindings, type Keybinding } from "@earendil-works/pi-tui";
import { keyName } from "../input/key-name.ts";

/** Moves in a list or a text, and what ends it. */
const moves = {
  up: "tui.select.up",
  down: "tui.select.down",
  pageUp: "tui.select.pageUp",
  pageDown: "tui.select.pageDown",
  top: "tui.altScreen.top",
  bottom: "tui.altScreen.bottom",
  /** Where no text is typed, they are free for the same. */
  home: "tui.editor.cursorLineStart",
  end: "tui.editor.cursorLineEnd",
  confirm: "tui.select.confirm",
  cancel: "tui.select.cancel",
  tab: "tui.input.tab",
} as const satisfies Record<string, Keybinding>;

export type Move = keyof typeof moves;

/** The first of the wanted moves that the key is bound to. */
export const moveOf = (data: string, wanted: readonly Move[]): Move | undefined => {
  const bindings = getKeybindings();
  return wanted.find((move) => bindings.matches(data, moves[move]));
};

/** Such as `↑↓ move · Esc leaves`: the first key of each move, with what it does here. Moves without a key are left out. */
export const keyHints = (hints: readonly (readonly [readonly Move[], string])[]): string =>
  hints
    .flatMap(([ways, does]) => {
      const keys = ways.flatMap((way) => getKeybindings().getKeys(moves[way]).slice(0, 1)).map(keyName);
      return keys.length === 0 ? [] : [`${keys.join(keys.every((key) => key.length === 1) ? "" : " ")} ${does}`];
    })
    .join(" · ");
