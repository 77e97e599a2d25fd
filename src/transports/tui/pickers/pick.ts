/** Lets a person choose one of many: a list that is filtered while they type, or a numbered one where the screen is plain. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import type { Screen } from "../screen.ts";
import { fit } from "../viewers/fit.ts";
import { moveOf } from "../viewers/keys.ts";
import { numberedList } from "./numbered-list.ts";
import { picker } from "./picker.ts";
import type { Picking, Row } from "./picking.ts";

/** Of which the rows may still have to be read. */
export type Offered<T> = Omit<Picking<T>, "rows"> & {
  readonly rows: readonly Row<T>[] | (() => Promise<readonly Row<T>[]>);
};

/** Gives back undefined when nothing was chosen. Rejects as the reading of the rows does. */
export const pick = <T>(screen: Screen, { rows, ...rest }: Offered<T>): Promise<T | undefined> => {
  const list = (read: readonly Row<T>[], done: (chosen: T | undefined) => void): Component & Focusable => {
    const picking = { ...rest, rows: read };
    return screen.drawing().plain ? numberedList(picking, done) : picker(screen, picking, done);
  };
  if (typeof rows !== "function") return screen.ask<T | undefined>((done) => list(rows, done));
  return readFirst(screen, rest.title, { read: rows, list });
};

interface Reading<T> {
  readonly read: () => Promise<readonly Row<T>[]>;
  readonly list: (rows: readonly Row<T>[], done: (chosen: T | undefined) => void) => Component & Focusable;
}

/** Stands there from the first moment on; who leaves before the rows are there has chosen nothing. */
const readFirst = async <T>(screen: Screen, title: string, { read, list }: Reading<T>): Promise<T | undefined> => {
  let failure: { readonly error: unknown } | undefined;
  const chosen = await screen.ask<T | undefined>((done): Component & Focusable => {
    let inner: (Component & Focusable) | undefined;
    let focused = false;
    const load = async (): Promise<void> => {
      try {
        inner = list(await read(), done);
        inner.focused = focused;
        screen.tui.requestRender();
      } catch (error) {
        failure = { error };
        done(undefined);
      }
    };
    void load();
    return {
      get focused() {
        return focused;
      },
      set focused(has) {
        focused = has;
        if (inner !== undefined) inner.focused = has;
      },
      invalidate: () => inner?.invalidate(),
      handleInput: (data) => {
        if (inner !== undefined) inner.handleInput?.(data);
        else if (moveOf(data, ["cancel"]) !== undefined) done(undefined);
      },
      render: (width) => inner?.render(width) ?? [screen.drawing().paint("dim", fit(`${cleanLine(title)} …`, width))],
    };
  });
  if (failure !== undefined) throw failure.error;
  return chosen;
};
