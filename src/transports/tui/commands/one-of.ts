/** Reads a word that has to be one of a few. */
import { KelsonError } from "../../../contract/error.ts";
import { nearest } from "./nearest.ts";

/** `what` may also stand alone. KelsonError `bad_input` names what would be right. */
export const oneOf = <T extends string>(what: string, typed: string, words: readonly T[]): T => {
  const found = words.find((word) => word === typed);
  if (found !== undefined) return found;
  const near = nearest(typed, words);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  throw new KelsonError(
    "bad_input",
    `${what} takes ${words.join(", ")} or nothing, got ${JSON.stringify(typed)}${meant}`,
  );
};
