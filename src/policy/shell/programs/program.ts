/** How the table of programs says what a program does. */
import type { Effect } from "../../../contract/terms.ts";
import { type Flags, flags } from "../flags.ts";

/**
 * What the words are that are no flags. `then` speaks of the last word: `reads then writes` is `cp`, `moves then writes`
 * is `mv`; `read then write` is a program whose second word is its output. `expression` is a first word that is no path.
 */
export type Operands =
  | "nothing"
  | "reads"
  | "writes"
  | "overwrites"
  | "deletes"
  | "changes"
  | "hosts"
  | "expression, reads"
  | "expression, changes"
  | "reads then writes"
  | "moves then writes"
  | "read then write"
  | "none allowed"
  | "formats"
  | "version only";

export interface Program {
  readonly effects: readonly Effect[];
  readonly operands: Operands;
  readonly flags: Flags;
  /** Flags with which the first word is no expression: `grep -e`. */
  readonly expressionFlags?: readonly string[];
  /** Flags with which it goes through all that is below. */
  readonly recursiveFlags?: readonly string[];
  /** Whether it reads the directory it runs in when no path is named: always, or with these flags. */
  readonly readsHere?: true | readonly string[];
  /** A flag whose value is the directory that is written: `cp -t`. */
  readonly targetFlags?: readonly string[];
}

/** Rows of the table: names, and what they have in common. */
export const rows = (
  names: string,
  operands: Operands,
  known: string,
  more: Partial<Program> = {},
): Readonly<Record<string, Program>> => {
  const program: Program = { effects: effectsOf(operands), operands, flags: flags(known), ...more };
  return Object.fromEntries(names.split(" ").map((name) => [name, program]));
};

const noWords: ReadonlySet<Operands> = new Set(["none allowed", "formats", "version only"]);

const effectsOf = (operands: Operands): readonly Effect[] => {
  if (operands === "nothing") return [];
  if (operands === "hosts") return ["network"];
  if (operands === "reads" || operands === "expression, reads" || noWords.has(operands)) return ["read"];
  return ["write"];
};
