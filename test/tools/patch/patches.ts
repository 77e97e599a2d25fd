/** Patches for tests, and what comes of them in a file `a.txt`. */
import { applyPatch } from "../../../src/tools/apply-patch.ts";
import { type Used, workshop } from "../workshop.ts";

export const envelope = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
export const diff = (...lines: string[]): string => ["--- a/a.txt", "+++ b/a.txt", ...lines, ""].join("\n");

export const update = (...lines: string[]): string => envelope("*** Update File: a.txt", ...lines);

export const applied = async (before: string | Uint8Array, patch: string): Promise<Used & { after: string }> => {
  const shop = await workshop({ "a.txt": before });
  const outcome = await shop.use(applyPatch, { patch });
  return { ...outcome, after: (await shop.bytes("a.txt")).toString() };
};
