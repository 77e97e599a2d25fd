/** The screen as commands and keys know it. */
import type { Component } from "@earendil-works/pi-tui";
import type { Desk } from "./desk.ts";
import { drawNote } from "./draw/note.ts";
import type { Face } from "./face.ts";
import type { Composer } from "./input/composer-port.ts";
import type { ImageProtocol } from "./images/protocol.ts";
import type { Look } from "./look.ts";
import type { Screen } from "./screen.ts";
import type { SessionView } from "./session/session-view.ts";
import type { Slot } from "./slot.ts";
import type { Talk } from "./talk.ts";

export interface ScreenParts {
  readonly desk: Desk;
  readonly face: Face;
  readonly slot: Slot;
  readonly look: Look;
  readonly talk: Talk;
  readonly input: Composer;
  readonly view: SessionView;
  readonly images: ImageProtocol | undefined;
  readonly leave: () => void;
}

export const makeScreen = (parts: ScreenParts): { readonly screen: Screen; readonly viewing: () => boolean } => {
  const { desk, face, slot, look, talk, input, view, images, leave } = parts;
  let viewed = 0;
  const screen: Screen = {
    desk,
    tui: face.tui,
    board: view.board,
    drawing: look.drawing,
    images,
    print: (block) => face.print([block]),
    tell: (level, text) => face.print([{ draw: (drawing) => drawNote(level, text, drawing) }]),
    ask: slot.ask,
    view: <T>(make: (done: (answer: T) => void) => Component) =>
      new Promise<T>((resolve) => {
        const component = make((answer) => {
          viewed -= 1;
          face.view(undefined);
          slot.focus();
          resolve(answer);
        });
        viewed += 1;
        face.view(component);
        face.tui.setFocus(component);
      }),
    send: talk.send,
    say: (text) => talk.say([{ type: "text", text }], false),
    input,
    theme: look.theme,
    setTheme: (theme) => {
      look.setTheme(theme);
      face.restyle();
    },
    setOpen: (open) => {
      look.setOpen(open);
      face.restyle();
    },
    moved: () => {
      view.show();
      talk.goOn();
    },
    leave,
  };
  return { screen, viewing: () => viewed > 0 };
};
