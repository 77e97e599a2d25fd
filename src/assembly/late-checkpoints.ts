/** Where snapshots of files are kept; loaded when the first one is taken. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { CheckpointPlace, Checkpoints } from "../contract/checkpoint.ts";
import { KelsonError } from "../contract/error.ts";
import type { AssembleOptions } from "../contract/options.ts";
import { protectedPaths, type ProtectedPlaces } from "../policy/protected-paths.ts";
import { protectedTable } from "../policy/protected-table.ts";
import { protectedPlaces } from "./protected-places.ts";

/** Beside the sessions that name them. */
export const lateCheckpoints = (options: Pick<AssembleOptions, "env">, stateDirectory: string): CheckpointPlace => {
  const directory = join(stateDirectory, "checkpoints");
  const opened = new Map<string, Promise<Checkpoints>>();
  const open = async (root: string): Promise<Checkpoints> => {
    const places = await protectedPlaces(options, { roots: [root], stateDirectory });
    await refuseWide(root, places.home);
    const { checkpoints } = await import("../checkpoints/checkpoints.ts");
    return checkpoints({ root, directory, guard: guardOf(places) });
  };
  return {
    of: (root) => {
      const known = opened.get(root) ?? open(root);
      opened.set(root, known);
      // What could not be opened may be another time.
      known.catch(() => opened.delete(root));
      return known;
    },
    collect: async (named) => {
      if (!existsSync(directory)) return { objects: 0, bytes: 0 };
      const { checkpoints } = await import("../checkpoints/checkpoints.ts");
      const all = checkpoints({ root: directory, directory });
      return all.collect(named).finally(all.close);
    },
    close: async () => {
      const all = [...opened.values()];
      opened.clear();
      for (const files of all) await files.then(({ close }) => close()).catch(() => {});
    },
  };
};

/** A home holds all that somebody has, and keys: it is no workspace, though somebody may begin there. */
const refuseWide = async (root: string, home: string): Promise<void> => {
  const real = await realpath(root).catch(() => root);
  if (real !== home && real !== "/" && !home.startsWith(`${real}/`)) return;
  throw new KelsonError("refused", `the files of ${real} are not saved: it is a home directory, or holds one`, {
    hint: "Work in a directory of its own.",
  });
};

/** What may hold a key is never copied, and what Kelson itself writes changes with every line. */
const guardOf = (places: ProtectedPlaces) => {
  const isProtected = protectedPaths(places);
  return {
    version: createHash("sha256")
      .update(JSON.stringify([protectedTable, places]))
      .digest("hex"),
    isSecret: (path: string): boolean =>
      path === places.stateDirectory || isProtected(path, "read")?.kind === "credential",
  };
};
