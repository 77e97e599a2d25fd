/**
 * A row without the spaces at its end that nobody sees: rows are erased before they are written. A terminal that takes a sign
 * in it for wider than it was measured would else wrap the row, and all below would stand a row lower than is known.
 */
export const trimmedRow = (row: string): string => {
  // A picture is written as it is.
  if (!row.endsWith(reset)) return row;
  const text = row.slice(0, -reset.length);
  if (!text.includes("\u001b")) return text.trimEnd();
  const trimmed = text.replace(/ +$/u, "");
  const isPlain = trimmed.startsWith("\u001b[0m", trimmed.lastIndexOf("\u001b"));
  return (isPlain ? trimmed : text) + reset;
};

/** What pi-tui ends each row with: colours and links do not go on into the next. */
const reset = "\u001b[0m\u001b]8;;\u0007";
