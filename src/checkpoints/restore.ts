/** Puts a snapshot back: saves what is there, decides, and does it. */
import type { FilesRestored, RestoreRequest } from "../contract/checkpoint.ts";
import { KelsonError } from "../contract/error.ts";
import { carryOut } from "./carry-out.ts";
import { entryAt } from "./compare.ts";
import { graft } from "./graft.ts";
import type { Guard, Limits } from "./ground.ts";
import type { Objects } from "./objects.ts";
import { inPlace } from "./place.ts";
import { type Plan, plan } from "./plan.ts";
import { ignoredIn } from "./ignored-in.ts";
import { inOrder } from "./tree.ts";
import type { Begun } from "./unfinished.ts";
import type { Workspace } from "./workspace.ts";

export interface RestoreOptions {
  readonly root: string;
  readonly stored: Objects;
  readonly files: Workspace;
  readonly begun: Begun;
  readonly limits: Limits;
  readonly guard: Guard;
}

export interface Restores {
  readonly preview: (request: RestoreRequest) => Promise<FilesRestored>;
  readonly carryOut: (request: RestoreRequest) => Promise<FilesRestored>;
}

export const restores = ({ root, stored, files, begun, limits, guard }: RestoreOptions): Restores => {
  const prepared = async (asked: RestoreRequest): Promise<Plan & { readonly from: string }> => {
    const request = checked(asked);
    // Nothing is begun for a snapshot that is not there.
    stored.tree(request.to);
    if (request.known !== undefined) stored.tree(request.known);
    const { snapshot: from } = await files.save((base, gathering) =>
      graft({ root, limits, guard, gathering }, base, request.to),
    );
    const wasIgnored = ignoredIn({ trees: stored, root, key: guard.version }, request.to);
    const planned = plan({
      trees: stored,
      from,
      request,
      unfinished: begun.unfinished(),
      wasIgnored,
      holdsMore: holdsMore(root, stored, from),
    });
    return { ...planned, from };
  };
  return {
    preview: async (request) => ({ ...(await prepared(request)), to: request.to }),
    carryOut: async (request) => {
      const { from, changed, kept, edited } = await prepared(request);
      await begun.begin({ from, to: request.to });
      const failed = await carryOut(root, stored, changed);
      await begun.finish();
      const { snapshot } = await files.save();
      return {
        from,
        to: request.to,
        changed: changed.filter(({ path }) => !failed.has(path)),
        kept: [...kept, ...failed.values()].toSorted((one, other) => inOrder(one.path, other.path)),
        edited: edited.filter((path) => !failed.has(path)),
        snapshot,
      };
    },
  };
};

const checked = (request: RestoreRequest): RestoreRequest => ({
  ...request,
  paths: request.paths?.map(inside),
  keep: request.keep?.map(inside),
});

/** A slash at the end is no matter. */
const inside = (path: string): string => {
  const bare = path.replace(/\/+$/u, "");
  if (bare === "." || (bare === "" && path === "")) return "";
  if (bare.split("/").some((name) => name === "" || name === "." || name === ".."))
    throw new KelsonError("bad_input", `"${path}" is no path inside the workspace, such as src/main.ts`);
  return bare;
};

/** Git may ignore it, or it belongs to a repository. */
const holdsMore =
  (root: string, stored: Objects, from: string) =>
  (path: string): boolean => {
    const entry = entryAt(stored, from, path);
    const saved = entry?.kind === "directory" ? stored.tree(entry.digest) : new Map();
    try {
      return inPlace(root, path, (place) => place.names().some((name) => !saved.has(name)));
    } catch {
      return false;
    }
  };
