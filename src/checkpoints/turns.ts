/** One after the other, what must not be done at once. */

export interface Turns {
  readonly own: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whoever comes before it begins shares what is done for another: it is done after both have asked. */
  readonly shared: <T>(work: () => Promise<T>) => Promise<T>;
}

export const turns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { readonly work: unknown; readonly done: Promise<unknown> } | undefined;
  const own = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    own: (work) => {
      // What is asked for after this must not be done before it.
      waiting = undefined;
      return own(work);
    },
    shared: <T>(work: () => Promise<T>) => {
      if (waiting?.work === work) return waiting.done as Promise<T>;
      const done = own(() => {
        waiting = undefined;
        return work();
      });
      waiting = { work, done };
      return done;
    },
  };
};
