/** What a person chooses from. */

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
