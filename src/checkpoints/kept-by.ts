/** Why a path stayed as it was, by what was thrown. */
import type { Kept } from "../contract/checkpoint.ts";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { changedMeanwhile } from "./put.ts";

/** By the system's codes: something has come, or a part of the path has become something else; and something is in the way. */
const changed = new Set(["EEXIST", "ELOOP", "ENOTDIR", "EISDIR"]);
const inTheWay = new Set(["ENOTEMPTY", "ENOENT"]);

/** Throws what is no matter of one path. */
export const keptBy = (path: string, thrown: unknown): Kept => {
  if (thrown === changedMeanwhile) return { path, why: "changed" };
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof KelsonError || syscall === undefined || code === undefined) throw thrown;
  if (changed.has(code)) return { path, why: "changed" };
  if (inTheWay.has(code)) return { path, why: "in-the-way" };
  // The rest of the sentence has the names that directories had while they were held.
  return { path, why: "failed", error: sentenceOf(thrown).split(",")[0] };
};
