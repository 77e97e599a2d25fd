/** How deep JSON is nested: what reads it later may recurse, and no program means more than this. */

export const maxDepth = 64;

/** Whether values lie in more than `depth` others. Does not recurse itself. */
export const isDeeper = (value: unknown, depth: number = maxDepth): boolean => {
  let level = [value];
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return true;
    level = level.flatMap((each): unknown[] => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
};
