/** Lets a person choose one of many: a list that is filtered while they type, or a numbered one where the screen is plain. */
import type { Component } from "@earendil-works/pi-tui";
import type { Screen } from "../screen.ts";
import { numberedList } from "./numbered-list.ts";
import { picker } from "./picker.ts";
import type { Picking, Row } from "./picking.ts";

/** Of which the rows may still have to be read. */
export type Offered<T> = Omit<Picking<T>, "rows"> & {
  readonly rows: readonly Row<T>[] | (() => Promise<readonly Row<T>[]>);
};

/** Gives back undefined when nothing was chosen. Rejects as the reading of the rows does. */
export const pick = async <T>(screen: Screen, offered: Offered<T>): Promise<T | undefined> => {
  const rows = typeof offered.rows === "function" ? await offered.rows() : offered.rows;
  const picking = { ...offered, rows };
  return screen.ask<T | undefined>((done): Component =>
    screen.drawing().plain ? numberedList(picking, done) : picker(screen, picking, done),
  );
};
