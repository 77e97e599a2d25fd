/** The input: an editor, with all that a message may be made of around it. */
import type { TUI } from "@earendil-works/pi-tui";
import { clipboardImage } from "./clipboard-image.ts";
import { completion } from "./completion.ts";
import type { Composer, ComposerParts } from "./composer-port.ts";
import { delivery } from "./delivery.ts";
import { writeInEditor } from "./external-editor.ts";
import { historySearch } from "./history-search.ts";
import { history, type History } from "./history.ts";
import { inputComponent, type InputComponent } from "./input-component.ts";
import { listTheme } from "./list-theme.ts";
import { messageEditor, type MessageEditor } from "./message-editor.ts";

export const composer = (tui: TUI, parts: ComposerParts): Composer => {
  const message = messageEditor(tui, parts);
  const { editor } = message;
  const past = history({
    file: parts.historyFile,
    redact: parts.redact,
    failed: (sentence) => parts.tell("warning", sentence),
  });
  for (const entry of past.entries()) message.remember(entry);
  const send = sending(message, past, parts);
  editor.onSubmit = (expanded) => send(expanded, { steer: false });
  editor.setAutocompleteProvider(completion(parts, () => (editor.disableSubmit = true)));

  const openEditor = editorOpener(tui, message, parts);
  const component = inputComponent(tui, message, {
    ...parts,
    actions: {
      "input.steer": () => {
        const expanded = editor.getExpandedText();
        editor.setText("");
        send(expanded, { steer: true });
      },
      "input.search": () => searchPast({ past, message, component, parts }),
      "input.editor": () => void openEditor().catch((error: Error) => parts.tell("error", error.message)),
      "input.image": () => void pasteImage(message, parts).then(() => tui.requestRender()),
    },
  });
  return {
    component,
    text: message.text,
    set: message.set,
    putBack: message.putBack,
    busy: () => component.covered() || editor.isShowingAutocomplete(),
  };
};

const sending = (message: MessageEditor, past: History, parts: ComposerParts) => {
  const deliver = delivery(parts);
  return (expanded: string, how: { readonly steer: boolean }): void => {
    const taken = message.take(expanded.trim());
    if (taken.text === "") return;
    past.add(taken.text);
    message.remember(past.entries().at(-1) ?? "");
    deliver({ ...taken, ...how });
  };
};

const searchPast = ({
  past,
  message,
  component,
  parts,
}: {
  readonly past: History;
  readonly message: MessageEditor;
  readonly component: InputComponent;
  readonly parts: ComposerParts;
}): void =>
  component.cover((uncover) =>
    historySearch({
      entries: past.entries(),
      keys: parts.keys,
      theme: listTheme(parts.paint),
      done: (text) => {
        uncover();
        if (text !== undefined) message.set(text);
      },
    }),
  );

const editorOpener = (tui: TUI, message: MessageEditor, { env }: ComposerParts): (() => Promise<void>) => {
  let open = false;
  return async () => {
    if (open) return;
    open = true;
    try {
      const before = message.text();
      const after = await writeInEditor(tui, env, before);
      if (after !== before) message.set(after);
    } finally {
      open = false;
      tui.requestRender();
    }
  };
};

const pasteImage = async (message: MessageEditor, { env, tell }: ComposerParts): Promise<void> => {
  const found = await clipboardImage(env);
  if ("none" in found) tell("note", found.none);
  else message.placeImage(found);
};
