/** Lets a person choose one of many: a list that is filtered while they type, or a numbered one where the screen is plain. */
import type { Component } from "@earendil-works/pi-tui";
import type { Screen } from "../screen.ts";
import { numberedList } from "./numbered-list.ts";
import { picker } from "./picker.ts";

export interface Row<T> {
  readonly value: T;
  /** What is chosen, in a few words. */
  readonly label: string;
  /** Stands beside it where there is room. */
  readonly about?: string | undefined;
  /** Stands below the list while it is the selected one. */
  readonly details?: string | undefined;
  /** What else it is found by. */
  readonly words?: string | undefined;
}

export interface Picking<T> {
  readonly title: string;
  readonly rows: readonly Row<T>[];
  /** Index of the row that is selected first; by default the first. */
  readonly at?: number | undefined;
  /** What was typed may be chosen, too. */
  readonly free?: ((typed: string) => Row<T>) | undefined;
  /** Hears which row is selected while the person moves. */
  readonly moved?: ((value: T) => void) | undefined;
}

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
