/** Shares what is costly to open among those who use it at the same time, and closes it after the last of them. */

interface Closable {
  readonly close: () => Promise<void>;
}

/** Opens for the first user. Between uses nothing stays open, so a program ends when its work has. */
export const shared = <T extends Closable>(
  open: () => Promise<T>,
): (<R>(use: (opened: T) => Promise<R>) => Promise<R>) => {
  let current: { readonly opened: Promise<T>; users: number } | undefined;
  return async (use) => {
    const mine = (current ??= { opened: open(), users: 0 });
    mine.users += 1;
    try {
      return await use(await mine.opened);
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        if (current === mine) current = undefined;
        await mine.opened.then(
          ({ close }) => close(),
          () => {},
        );
      }
    }
  };
};
