/** Asks for one line of text. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import type { Screen } from "../screen.ts";
import { aroundInput } from "../viewers/around-input.ts";
import { fit } from "../viewers/fit.ts";
import { keyHints } from "../viewers/keys.ts";
import { lineInput } from "../viewers/line-input.ts";
import { heading } from "../viewers/scroller.ts";

/** Gives back undefined when the person left, or left it empty. */
export const askText = (
  screen: Screen,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<string | undefined> =>
  screen.ask<string | undefined>((done): Component & Focusable => {
    const input = lineInput({ prompt: "› " });
    // Typed, so that the cursor stands at its end.
    if (text !== "") input.handleInput(text);
    input.onSubmit = (typed) => done(typed.trim() === "" ? undefined : typed.trim());
    input.onEscape = () => done(undefined);
    return aroundInput(input, {
      handleInput: (data) => input.handleInput(data),
      render: (width) => {
        const drawing = { ...screen.drawing(), columns: width };
        const hints = keyHints([
          [["confirm"], "takes it"],
          [["cancel"], "leaves"],
        ]);
        return [heading(title, drawing), ...input.render(width), drawing.paint("dim", fit(hints, width))];
      },
    });
  });
