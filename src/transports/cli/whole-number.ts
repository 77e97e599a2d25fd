/** A step as a person types it. */
import { KelsonError } from "../../contract/error.ts";

/** KelsonError `bad_input`, naming the flag. */
export const wholeNumber = (flag: string, typed: string): number => {
  if (/^\d{1,9}$/u.test(typed)) return Number(typed);
  throw new KelsonError("bad_input", `${flag} must be a step, such as 3, got "${typed}"`);
};
