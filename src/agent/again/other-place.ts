/** A directory's path put in the place of another one, in all texts of some data. */

/** As a whole path or its beginning: `/a/b` is not in `/a/bc`, nor in `/x/a/b`. */
export const otherPlace = (from: string, to: string): (<T>(data: T) => T) => {
  const path = new RegExp(`(?<![\\w.-])${RegExp.escape(from)}(?![\\w-]|\\.\\w)`, "gu");
  const moved = (data: unknown): unknown => {
    if (typeof data === "string") return data.replace(path, () => to);
    if (Array.isArray(data)) return data.map(moved);
    if (typeof data !== "object" || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, moved(value)]));
  };
  return (data) => moved(data) as typeof data;
};
