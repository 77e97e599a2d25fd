/** Reads a list of names in one text. */

/** Separated by commas; spaces around them do not count. */
export const names = (list = ""): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
