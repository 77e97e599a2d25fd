/** The input: pi-tui's editor, with all that a message may be made of around it. */
import { Editor, type TUI } from "@earendil-works/pi-tui";
import type { Composer, ComposerParts } from "./composer-port.ts";

export const composer = (tui: TUI, parts: ComposerParts): Composer => {
  const paint = (role: Parameters<ReturnType<ComposerParts["paint"]>>[0]) => (text: string) =>
    parts.paint()(role, text);
  const editor = new Editor(tui, {
    borderColor: paint("border"),
    selectList: {
      selectedPrefix: paint("selected"),
      selectedText: paint("selected"),
      description: paint("dim"),
      scrollInfo: paint("dim"),
      noMatch: paint("dim"),
    },
  });
  const send = (text: string, steer: boolean): void => {
    if (text === "") return;
    if (text.startsWith("!")) parts.onShell(text.slice(1).trim());
    else parts.onSaid({ text, parts: [{ type: "text", text }] }, { steer });
  };
  editor.onSubmit = (text) => send(text, false);
  return {
    component: editor,
    text: () => editor.getExpandedText(),
    set: (text) => editor.setText(text),
    busy: () => editor.isShowingAutocomplete(),
    openEditor: async () => {},
  };
};
