/** The mark of a call's outcome: equal marks mean that nothing new was learned. */
import { sha256 } from "../log/chain.ts";

const markChars = 16;

export const markOf = (name: string, input: unknown, output: string): string =>
  sha256(JSON.stringify([name, input ?? null, output])).slice(0, markChars);
