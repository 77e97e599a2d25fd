/** Searches what was sent before: a line to type in, and what fits below, the newest first. */
import { type Component, type Focusable, Input, SelectList, type SelectListTheme } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import type { Keys } from "./keys.ts";

export interface HistorySearchParts {
  /** The oldest first. */
  readonly entries: readonly string[];
  readonly keys: Keys;
  readonly theme: SelectListTheme;
  /** With what was chosen, or undefined when nothing was. */
  readonly done: (text: string | undefined) => void;
}

const maxShown = 8;
/** So many are listed; who wants an older one types more of it. */
const maxListed = 200;

export const historySearch = ({ entries, keys, theme, done }: HistorySearchParts): Component & Focusable => {
  const input = new Input({
    prompt: "search: ",
    placeholder: "what was sent before",
    placeholderStyle: theme.description,
  });
  const newest = [...new Set(entries.toReversed())].map((text) => ({ text, folded: text.toLowerCase() }));
  let found: readonly string[] = [];
  let at = 0;
  let list: SelectList;
  const search = (): void => {
    const words = input.getValue().toLowerCase().split(/\s+/u);
    const fits = newest.filter(({ folded }) => words.every((word) => folded.includes(word)));
    found = fits.slice(0, maxListed).map(({ text }) => text);
    const items = found.map((text, index) => ({ value: `${index}`, label: cleanLine(text.slice(0, 500)) }));
    list = new SelectList(items, maxShown, { ...theme, noMatch: () => theme.noMatch("  nothing fits") });
    at = 0;
  };
  const move = (by: number): void => {
    at = (at + by + found.length) % Math.max(1, found.length);
    list.setSelectedIndex(at);
  };
  search();
  return {
    get focused() {
      return input.focused;
    },
    set focused(focused) {
      input.focused = focused;
    },
    handleInput: (data) => {
      if (keys.matches(data, "tui.select.cancel")) done(undefined);
      else if (keys.matches(data, "tui.select.confirm")) done(found[at]);
      else if (keys.matches(data, "tui.select.up")) move(-1);
      else if (keys.matches(data, "tui.select.down") || keys.matches(data, "input.search")) move(1);
      else {
        const before = input.getValue();
        input.handleInput(data);
        if (input.getValue() !== before) search();
      }
    },
    render: (width) => [...input.render(width), ...list.render(width)],
    invalidate: () => {},
  };
};
