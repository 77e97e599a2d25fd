/** Numbers as people read them: `1 line`, `2,345 lines`, `1.2 KB`. */

/** A number with its noun, in the plural unless the number is one. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;

/** A number with commas between its thousands. */
export const grouped = (count: number): string => count.toLocaleString("en-US");

/** A size in the largest unit that keeps it above one; 1 KB is 1,024 bytes. */
export const size = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`;
};

const units = ["KB", "MB", "GB", "TB"];
