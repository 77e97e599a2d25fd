/** What a person is told when the disk is full, and when there is room again. */

export const roomText = (isFull: boolean, place: string): string =>
  isFull
    ? `The disk that holds ${place} is full; the run waits, and goes on when there is room. Ctrl-C ends it; nothing that was saved is lost.`
    : "There is room again; the run goes on.";
