/** Rows without the spaces at their end: only those go that nobody would see. */
import { expect, test } from "vitest";
import { trimmedRow } from "../../../src/transports/tui/tty/trimmed-row.ts";

const reset = "\u001b[0m\u001b]8;;\u0007";

test.each([
  [`words   ${reset}`, "words"],
  [reset, ""],
  ["\u001b7picture\u001b8  ", "\u001b7picture\u001b8  "],
  [`   ${reset}`, ""],
  [`typed\u001b[7m \u001b[0m      ${reset}`, `typed\u001b[7m \u001b[0m${reset}`],
  [`\u001b[2mdim\u001b[22m   ${reset}`, `\u001b[2mdim\u001b[22m   ${reset}`],
  [`\u001b[41mred   ${reset}`, `\u001b[41mred   ${reset}`],
  [`\u001b[7mred   \u001b[0m${reset}`, `\u001b[7mred   \u001b[0m${reset}`],
  [`\u001b[0m\u001b[7m   ${reset}`, `\u001b[0m\u001b[7m   ${reset}`],
])("%j", (row, trimmed) => {
  expect(trimmedRow(row)).toBe(trimmed);
});
