/** Decides what a restore changes and what it leaves alone. */
import type { FileChange, Kept, KeptReason, RestoreRequest } from "../contract/checkpoint.ts";
import { compare } from "./compare.ts";
import type { Objects } from "./objects.ts";
import { isWithin, placesAbove } from "./place.ts";
import { inOrder } from "./tree.ts";
import { isLeftBy, type Unfinished } from "./unfinished.ts";

export interface PlanOptions {
  readonly trees: Pick<Objects, "tree">;
  /** All that is there now. */
  readonly from: string;
  readonly request: RestoreRequest;
  readonly unfinished: readonly Unfinished[];
  /** Whether git ignored a path by the rules of the wanted snapshot. */
  readonly wasIgnored: (path: string, isDirectory: boolean) => boolean;
  /** Whether there is more in a directory than the snapshot of now has. */
  readonly holdsMore: (path: string) => boolean;
}

export interface Plan {
  /** By path, parents first. */
  readonly changed: readonly FileChange[];
  readonly kept: readonly Kept[];
  readonly edited: readonly string[];
}

export const plan = (options: PlanOptions): Plan => {
  const { trees, from, request } = options;
  const edits = editsSince(options);
  const changes = inScope(compare(trees, from, request.to), request.paths);
  const keeping = keepingOf(changes);
  for (const change of changes) keeping.keep(change, reasonToKeep(options, change, edits) ?? keeping.above(change));
  for (const change of changes.filter(isRemovedDirectory).toReversed())
    if (keeping.isOccupied(change.path) || options.holdsMore(change.path)) keeping.keep(change, "in-the-way");
  // What was to stand in place of a directory that stays, or below it, cannot.
  for (const change of changes) keeping.keep(change, keeping.above(change));
  const changed = changes.filter(({ path }) => !keeping.kept.has(path));
  return {
    changed,
    kept: [...keeping.kept]
      .map(([path, why]) => ({ path, why }))
      .toSorted((one, other) => inOrder(one.path, other.path)),
    edited: changed.map(({ path }) => path).filter((path) => edits.has(path)),
  };
};

/** What stays, as it is found out. */
const keepingOf = (changes: readonly FileChange[]) => {
  const byPath = new Map(changes.map((change) => [change.path, change] as const));
  const kept = new Map<string, KeptReason>();
  const occupied = new Set<string>();
  return {
    kept,
    /** Whether something below a directory stays. */
    isOccupied: (path: string): boolean => occupied.has(path),
    /** The first reason counts. */
    keep: ({ path, from }: FileChange, why: KeptReason | undefined): void => {
      if (why === undefined || kept.has(path)) return;
      kept.set(path, why);
      if (from !== undefined) for (const above of placesAbove(path)) occupied.add(above);
    },
    /** The reason that holds for all below something that is kept, or that it is no directory. */
    above: ({ path, from }: FileChange): KeptReason | undefined => {
      for (const place of placesAbove(path)) {
        const why = kept.get(place);
        if (why === "left-out" || why === "ignored") return why;
        const isDirectory = byPath.get(place)?.from?.kind === "directory";
        if (why !== undefined && !isDirectory && from === undefined) return "in-the-way";
      }
      return undefined;
    },
  };
};

const editsSince = ({ trees, from, unfinished, request: { known, edits = [] } }: PlanOptions): Set<string> => {
  if (known === undefined) return new Set(edits);
  const since = compare(trees, known, from).filter(
    (change) => !unfinished.some((restore) => isLeftBy(trees, restore, change)),
  );
  return new Set([...edits, ...since.map(({ path }) => path)]);
};

/** A directory that is missing above what is wanted is made with it. */
const inScope = (changes: readonly FileChange[], paths: readonly string[] | undefined): readonly FileChange[] => {
  if (paths === undefined) return changes;
  const isWanted = ({ path }: FileChange): boolean => paths.some((wanted) => isWithin(path, wanted));
  const needed = new Set(
    changes
      .filter((change) => change.to !== undefined && isWanted(change))
      .flatMap(({ path }) => [...placesAbove(path)]),
  );
  return changes.filter((change) => isWanted(change) || (change.from === undefined && needed.has(change.path)));
};

const reasonToKeep = (
  { request, wasIgnored }: PlanOptions,
  { path, from, to }: FileChange,
  edits: ReadonlySet<string>,
): KeptReason | undefined => {
  if (request.keep?.some((kept) => isWithin(path, kept)) === true) return "asked";
  if (from?.kind === "left-out" || to?.kind === "left-out") return "left-out";
  if (to === undefined && wasIgnored(path, from?.kind === "directory")) return "ignored";
  if (request.edited !== "replace" && edits.has(path)) return "edited";
  return undefined;
};

const isRemovedDirectory = ({ from, to }: FileChange): boolean =>
  from?.kind === "directory" && to?.kind !== "directory";
