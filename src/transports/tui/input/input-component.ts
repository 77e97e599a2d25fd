/** Where keys come in: to the editor, to what covers it, or to an action of the input. */
import type { Component, Focusable, TUI } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import type { ComposerParts } from "./composer-port.ts";
import type { Action } from "./key-table.ts";
import type { MessageEditor } from "./message-editor.ts";
import { pasteGuard } from "./paste-guard.ts";
import { pastedText, pasteEnd, pasteStart } from "./pasted-text.ts";

const escape = "\u001b";

type Cover = Component & Focusable;

export interface InputComponent extends Cover {
  /** Shows another component in the editor's place, until it calls what it is given. */
  readonly cover: (make: (uncover: () => void) => Cover) => void;
  readonly covered: () => boolean;
}

type Room = Pick<ComposerParts, "keys" | "paint" | "plain"> & {
  readonly actions: Readonly<Partial<Record<Action, () => void>>>;
};

export const inputComponent = (
  tui: TUI,
  message: MessageEditor,
  { keys, paint, plain, actions }: Room,
): InputComponent => {
  const { editor } = message;
  let cover: Cover | undefined;
  const paste = (text: string): void => {
    if (cover === undefined) message.paste(text);
    else cover.handleInput?.(pasteStart + cleanLine(text) + pasteEnd);
    guard.pasted();
  };
  const press = (data: string): void => {
    const pasted = pastedText(data);
    if (pasted !== undefined) return paste(pasted);
    if (cover !== undefined) return cover.handleInput?.(data);
    const action = (Object.keys(actions) as Action[]).find((action) => keys.matches(data, action));
    if (action !== undefined) return actions[action]?.();
    if (sends(data)) message.handleInput(escape);
    message.handleInput(data);
  };
  // What follows a command is sent as it was typed, unless a row of the list was gone to: Tab completes it.
  let hasMoved = false;
  const sends = (data: string): boolean => {
    const listed = editor.isShowingAutocomplete();
    const moves = keys.matches(data, "tui.select.up") || keys.matches(data, "tui.select.down");
    const sent = listed && !hasMoved && keys.matches(data, "tui.select.confirm") && /^\/\S+\s/u.test(editor.getText());
    hasMoved = listed && (moves || (hasMoved && !sent));
    return sent;
  };
  const guard = pasteGuard({
    keys: (held) => {
      for (const data of held) if (!guard.holds(data)) press(data);
      tui.requestRender();
    },
    text: (text) => {
      paste(text);
      tui.requestRender();
    },
  });
  const frame = (width: number): string => paint()("border", "─".repeat(width));
  return {
    get focused() {
      return (cover ?? editor).focused;
    },
    set focused(focused) {
      (cover ?? editor).focused = focused;
    },
    handleInput: (data) => {
      if (!guard.holds(data)) press(data);
    },
    handleMouse: (event) => (cover === undefined ? editor.handleMouse(event) : undefined),
    render: (width) => {
      if (cover === undefined) return editor.render(width).filter((line) => line !== "");
      return plain() ? cover.render(width) : [frame(width), ...cover.render(width), frame(width)];
    },
    invalidate: () => editor.invalidate(),
    cover: (make) => {
      const focused = editor.focused;
      editor.focused = false;
      cover = make(() => {
        editor.focused = cover?.focused ?? false;
        cover = undefined;
      });
      cover.focused = focused;
    },
    covered: () => cover !== undefined,
  };
};
