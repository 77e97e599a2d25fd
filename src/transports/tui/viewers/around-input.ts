/** A component with one line of input in it: whoever is given the keys gives them to that, cursor and all. */
import type { Component, Focusable, Input } from "@earendil-works/pi-tui";

export const aroundInput = (
  input: Pick<Input, "focused" | "invalidate">,
  { render, handleInput }: Required<Pick<Component, "render" | "handleInput">>,
): Component & Focusable => ({
  get focused() {
    return input.focused;
  },
  set focused(focused) {
    input.focused = focused;
  },
  invalidate: () => input.invalidate(),
  handleInput,
  render,
});
