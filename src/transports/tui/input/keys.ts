/** Which key does what: the table, with what a person chose in its place. */
import { isKeyRelease, KeybindingsManager, setKeybindings, type KeyId, type Keybinding } from "@earendil-works/pi-tui";
import { keyName } from "./key-name.ts";
import { keyTable, type Action } from "./key-table.ts";

export interface Keys {
  /** `data` is what one press sends. The release of a key matches nothing. */
  readonly matches: (data: string, action: Action) => boolean;
  /** Its first key as a person reads it, such as `Ctrl+C`; empty when the action has none. */
  readonly label: (action: Action) => string;
}

/** What a person chose; an empty list takes an action's keys away. */
export type ChosenKeys = Readonly<Partial<Record<Action, readonly KeyId[]>>>;

/** pi-tui's components follow the same keys from then on: it knows one set of keys in a process. */
export const keys = (chosen: ChosenKeys = {}): Keys => {
  const definitions = Object.fromEntries(
    Object.entries(keyTable).map(([action, { keys, about }]) => [
      action,
      { defaultKeys: [...(chosen[action as Action] ?? keys)], description: about },
    ]),
  );
  const bindings = new KeybindingsManager(definitions);
  setKeybindings(bindings);
  return {
    matches: (data, action) => !isKeyRelease(data) && bindings.matches(data, action as Keybinding),
    label: (action) => keyName(bindings.getKeys(action as Keybinding)[0] ?? ""),
  };
};
