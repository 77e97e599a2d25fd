/** The bytes that turn rows on a terminal into other rows, when none goes away. */

/** The cursor begins on row `from`, and ends on the last row that was written. Empty when nothing differs. */
export const rowChanges = (before: readonly string[], after: readonly string[], from: number): string => {
  let bytes = "";
  let row = from;
  for (const [index, line] of after.entries()) {
    if (line === before[index]) continue;
    bytes += move(row, index, before.length) + "\r\u001b[2K" + line;
    row = index;
  }
  return bytes;
};

/** A row below those that are there is made by a line feed, which scrolls when it has to. */
const move = (from: number, to: number, rows: number): string => {
  if (to < from) return `\u001b[${from - to}A`;
  const within = Math.min(to, Math.max(from, rows - 1)) - from;
  return (within > 0 ? `\u001b[${within}B` : "") + "\r\n".repeat(to - from - within);
};
