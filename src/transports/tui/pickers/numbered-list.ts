/** A list to choose from by number, for a screen that is read aloud: a page of rows, and a line to answer on. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { aroundInput } from "../viewers/around-input.ts";
import { wrap } from "../viewers/fit.ts";
import { moveOf } from "../viewers/keys.ts";
import { lineInput } from "../viewers/line-input.ts";
import type { Picking } from "./picking.ts";
import { search } from "./search.ts";

/** A number chooses, words narrow the list, and an empty answer goes on to the next page. */
export const numberedList = <T>(picking: Picking<T>, done: (chosen: T | undefined) => void): Component & Focusable => {
  const input = lineInput({ prompt: "number, or words to search for: " });
  const find = search(picking);
  let found = find("");
  let first = Math.floor(Math.max(0, picking.at ?? 0) / pageRows) * pageRows;
  const answer = (typed: string): void => {
    const row = /^\d+$/u.test(typed) ? found[Number(typed) - 1] : undefined;
    if (row !== undefined) {
      done(row.value);
      return;
    }
    const more = typed === "" && first + pageRows < found.length;
    if (!more) found = find(typed);
    first = more ? first + pageRows : 0;
    input.setValue("");
  };
  return aroundInput(input, {
    handleInput: (data) => {
      const way = moveOf(data, ["cancel", "confirm"]);
      if (way === "cancel") done(undefined);
      else if (way === "confirm") answer(input.getValue().trim());
      else input.handleInput(data);
    },
    render: (columns) => {
      const page = found.slice(first, first + pageRows);
      const rows = page.map(({ label, about = "" }, index) =>
        cleanLine(`${first + index + 1}. ${label}${about === "" ? "" : `: ${about}`}`),
      );
      const more = found.length - first - page.length;
      const told = more > 0 ? [`${counted(more, "more row")}; Enter alone goes on`] : [];
      const none = found.length === 0 ? ["Nothing was found. Enter alone shows all."] : [];
      const lines = [cleanLine(picking.title), ...rows, ...told, ...none];
      return [...lines.flatMap((line) => wrap(line, columns)), ...input.render(columns)];
    },
  });
};

const pageRows = 10;
