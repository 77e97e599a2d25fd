/** The names in a list that people write, separated by commas. */

export const names = (list = ""): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
