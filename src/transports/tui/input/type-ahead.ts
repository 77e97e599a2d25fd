/**
 * Keys that were pressed before the program had the terminal. Until then the terminal edits lines, and each Enter comes as a
 * line feed, which is the key that begins a line: the last of them was meant to send.
 */

/** Takes keys from the start of a terminal on, and passes all of them on in their order. */
export const typeAhead = (passOn: (data: string) => void): ((data: string) => void) => {
  let held: string[] | undefined = [];
  const release = (): void => {
    const keys = held ?? [];
    held = undefined;
    // Answers of the terminal may come between them. Others than the last one may stand in a text that was pasted.
    const last = keys.findLastIndex((data) => !data.startsWith("\u001b"));
    keys.forEach((data, index) => passOn(index === last && data === "\n" ? "\r" : data));
  };
  // What waits in the terminal is read by the next whole turn of the loop, and the present one may be past its reading.
  setImmediate(() => setImmediate(release));
  return (data) => {
    if (held === undefined) passOn(data);
    else held.push(data);
  };
};
