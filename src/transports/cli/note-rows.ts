/** Notes as rows of a table, and the files among them that are none. */
import type { Note, Notes } from "../../contract/memory.ts";
import { cleanLine } from "../terminal/clean.ts";
import { age } from "../terminal/figures.ts";

/** AGE is how long ago somebody last stood by it. */
export const noteRows = (notes: readonly Note[], now: number): string[][] => [
  ["NAME", "SCOPE", "TYPE", "AGE", "DESCRIPTION"],
  ...notes.map(({ name, scope, type, created, verified, description }) => [
    name,
    scope,
    type,
    age(Math.max(0, now - Date.parse(verified ?? created))),
    description,
  ]),
];

export const faultLines = (faults: Notes["faults"]): string =>
  faults.map(({ file, why }) => `! ${cleanLine(file)} is no note: ${cleanLine(why)}\n`).join("");
