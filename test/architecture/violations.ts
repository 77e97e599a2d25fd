/** Where a tree of source files departs from a floor plan, each case as a sentence. */
import { posix } from "node:path";
import type { Room } from "./floor-plan.ts";
import type { SourceFile } from "./source-file.ts";

export interface Law {
  readonly plan: Readonly<Record<string, Room>>;
  readonly maxLines: number;
  /** The files that may consist of exports of other files. */
  readonly barrels: readonly string[];
}

export const violations = (files: readonly SourceFile[], law: Law): string[] => [
  ...files.flatMap((file) => [...shapeOf(file, law), ...importsOf(file, law)]),
  ...circles(files),
  ...emptyRooms(files, law),
];

/** The room of a file: that with the longest path which holds it. */
export const roomOf = (path: string, { plan }: Law): string | undefined => {
  const holds = Object.entries(plan).flatMap(([room, { holds }]) => holds.map((held) => ({ room, held })));
  const found = holds.filter(({ held }) => path === held || path.startsWith(`${held}/`));
  return found.toSorted((one, other) => other.held.length - one.held.length)[0]?.room;
};

const shapeOf = ({ path, lines, opening, barrel }: SourceFile, law: Law): string[] => [
  ...(lines > law.maxLines ? [`${path} has ${lines} lines, more than ${law.maxLines}`] : []),
  ...(opening === undefined ? [`${path} does not open with a doc comment`] : []),
  ...(opening !== undefined && !/[.:?](?:\s|$)/u.test(opening)
    ? [`${path} opens with something that is no sentence`]
    : []),
  ...(barrel && !law.barrels.includes(path) ? [`${path} is a barrel; only ${law.barrels.join(", ")} may be one`] : []),
  ...(roomOf(path, law) === undefined ? [`${path} stands in no room of the floor plan`] : []),
];

const importsOf = (file: SourceFile, law: Law): string[] => {
  const name = roomOf(file.path, law);
  const room = name === undefined ? undefined : law.plan[name];
  if (name === undefined || room === undefined) return [];
  return file.imports.flatMap((imported) => {
    if (imported === undefined) return [`${file.path} imports something that is computed`];
    if (!imported.startsWith(".")) {
      return allowed(imported, room.outside) ? [] : [`${file.path} (${name}) may not import ${imported}`];
    }
    const target = targetOf(file, imported);
    if (target.startsWith("../"))
      return imported.endsWith(".json") ? [] : [`${file.path} imports ${imported} from outside src`];
    const other = roomOf(target, law);
    if (other === name || room.imports === "all" || (other !== undefined && room.imports.includes(other))) return [];
    return [`${file.path} (${name}) may not import ${target} (${other ?? "no room"})`];
  });
};

const allowed = (imported: string, outside: readonly string[]): boolean =>
  outside.some((name) => (name === "node:*" ? imported.startsWith("node:") : imported === name));

const targetOf = (file: SourceFile, imported: string): string => posix.join(posix.dirname(file.path), imported);

/** A room of the plan that no file stands in was forgotten when its files moved. */
const emptyRooms = (files: readonly SourceFile[], law: Law): string[] =>
  Object.keys(law.plan)
    .filter((room) => !files.some(({ path }) => roomOf(path, law) === room))
    .map((room) => `no file stands in the room ${room}`);

/** Each circle once, named from the file at which the search met it again. */
const circles = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: SourceFile, way: readonly string[]): void => {
    if (way.includes(file.path)) {
      found.push(`import circle: ${[...way.slice(way.indexOf(file.path)), file.path].join(" → ")}`);
      return;
    }
    if (done.has(file.path)) return;
    for (const imported of file.imports) {
      const next = imported?.startsWith(".") ? byPath.get(targetOf(file, imported)) : undefined;
      if (next) visit(next, [...way, file.path]);
    }
    done.add(file.path);
  };
  for (const file of files) visit(file, []);
  return found;
};
