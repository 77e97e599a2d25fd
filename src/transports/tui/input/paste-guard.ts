/**
 * Keys that arrive together with the end of a paste. A text that holds the mark of a paste's end would otherwise have the
 * rest of itself taken for keys: it could send itself, or run a command.
 */
import { pasteEnd } from "./pasted-text.ts";

/** More than this a person and a script do not press at the moment of a paste. */
const maxPressed = 4;

export interface PasteGuard {
  /** A paste has just ended. */
  readonly pasted: () => void;
  /** Whether the key is held back; it is passed on as a key or as text in the next turn. */
  readonly holds: (data: string) => boolean;
}

export const pasteGuard = (passOn: {
  readonly keys: (data: readonly string[]) => void;
  readonly text: (text: string) => void;
}): PasteGuard => {
  let held: string[] | undefined;
  const settle = (): void => {
    const pressed = held ?? [];
    held = undefined;
    if (pressed.length > maxPressed || pressed.includes(pasteEnd))
      passOn.text(pressed.join("").replaceAll(pasteEnd, ""));
    else passOn.keys(pressed);
  };
  return {
    pasted: () => {
      if (held === undefined) setImmediate(settle);
      held ??= [];
    },
    holds: (data) => {
      held?.push(data);
      return held !== undefined;
    },
  };
};
