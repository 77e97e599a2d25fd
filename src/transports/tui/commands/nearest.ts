/** The name that was probably meant. */

/** Of the names, the one that takes the fewest edits to become; undefined when even that would be a guess. */
export const nearest = (typed: string, names: readonly string[]): string | undefined => {
  const begun = names.find((name) => typed.length > 1 && name.startsWith(typed));
  if (begun !== undefined) return begun;
  const most = Math.max(1, Math.floor(typed.length / 3));
  return names
    .map((name) => ({
      name,
      edits: edits(typed.toLowerCase(), name),
      // Letters are mixed up more often than left out.
      grows: Math.abs(name.length - typed.length),
    }))
    .filter((found) => found.edits <= most)
    .toSorted((one, other) => one.edits - other.edits || one.grows - other.grows)[0]?.name;
};

/** Insertions, deletions, substitutions, and swaps of neighbours (optimal string alignment). */
const edits = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = cell(rows, i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? cell(rows, i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(cell(rows, i - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, substitution, swap));
    }
    rows.push(row);
  }
  return cell(rows, from.length, to.length);
};

const cell = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? Infinity;
