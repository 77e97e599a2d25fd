/** pi-tui's editor with nothing in it that a terminal obeys, large pastes apart, and names of pictures in one piece. */
import { Editor, type TUI } from "@earendil-works/pi-tui";
import type { ImagePart } from "../../../contract/message.ts";
import type { ComposerParts } from "./composer-port.ts";
import { listTheme } from "./list-theme.ts";
import { dropped, pasteEnd, pasteStart } from "./pasted-text.ts";
import { isLarge, pastes, shownText } from "./pastes.ts";
import { placedImages } from "./placed-images.ts";

export interface MessageEditor {
  readonly editor: Editor;
  /** With large pastes whole. */
  readonly text: () => string;
  readonly set: (text: string) => void;
  /** Before what is there. */
  readonly putBack: (sent: Pick<Taken, "text" | "images">) => void;
  readonly paste: (text: string) => void;
  readonly placeImage: (image: ImagePart) => void;
  readonly remember: (text: string) => void;
  /** What comes of the text that the editor handed out; nothing is kept of its pastes and pictures. */
  readonly take: (expanded: string) => Taken;
  readonly handleInput: (data: string) => void;
}

export interface Taken {
  /** With large pastes whole. */
  readonly text: string;
  /** Without them: what stands in them names nothing, as nobody may have read it. */
  readonly typed: string;
  readonly images: readonly ImagePart[];
}

type Room = Pick<ComposerParts, "keys" | "paint" | "plain">;

export const messageEditor = (tui: TUI, { keys, paint, plain }: Room): MessageEditor => {
  const large = pastes();
  const images = placedImages();
  const border = (line: string): string => {
    const role = editor.getText().startsWith("!") ? "warning" : "border";
    return plain() ? "" : paint()(role, line);
  };
  const editor = new Editor(tui, { borderColor: border, selectList: listTheme(paint) }, { autocompleteMaxVisible: 8 });
  const paste = (text: string): void =>
    editor.handleInput(pasteStart + (isLarge(text) ? large.keep(text) : shownText(dropped(text))) + pasteEnd);
  const whole = (): string => large.whole(editor.getExpandedText());
  const set = (text: string): void => {
    editor.setText(isTyped(text) ? shownText(text) : "");
    if (isTyped(text)) return;
    paste(text);
    // In a paste they would name nothing.
    for (const name of images.namesIn(text)) editor.insertTextAtCursor(` ${name}`);
  };
  return {
    editor,
    text: whole,
    set,
    putBack: (sent) => set([images.placeAgain(sent), whole()].filter((text) => text.trim() !== "").join("\n")),
    paste,
    placeImage: (image) => editor.insertTextAtCursor(`${images.place(image)} `),
    remember: (text) => {
      if (isTyped(text)) editor.addToHistory(shownText(text));
    },
    take: (expanded) => {
      const text = large.whole(expanded);
      const typed = large.without(expanded);
      large.forget();
      return { text, typed, images: images.take(typed) };
    },
    handleInput: (data) => {
      if (obeyed.test(data)) return;
      const { line, col } = editor.getCursor();
      const before = (editor.getLines()[line] ?? "").slice(0, col);
      const name = keys.matches(data, "tui.editor.deleteCharBackward") ? images.endOf(before) : undefined;
      editor.disableSubmit = false;
      for (let times = name?.length ?? 1; times > 0; times -= 1) editor.handleInput(data);
    },
  };
};

/** The editor lays out and remembers all of its text at each key: what nobody types is put in as a paste. */
const isTyped = (text: string): boolean => text.length <= 20_000 && text.split("\n", 301).length <= 300;

/** A single character that a terminal would obey; keys are never these. */
const obeyed = /^[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0]$/u;
