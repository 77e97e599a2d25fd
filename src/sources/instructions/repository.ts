/** The directories whose instructions count: from one up to the root of its repository. */
import { dirname, join } from "node:path";
import type { World } from "../../contract/world.ts";

/** Nearest first; without a repository only the directory itself. A directory that everyone may write to is never part of one. */
export const upToRepository = async (world: World, directory: string): Promise<readonly string[]> => {
  const { files } = world.narrow({ effects: ["read"], anywhere: false, reads: ["/"] });
  const chain: string[] = [];
  try {
    for (let at = directory; ; at = dirname(at)) {
      chain.push(at);
      if ((await files.stat(join(at, ".git"))) !== undefined) return chain;
      const above = dirname(at);
      if (above === at || isEverybodys(await files.stat(above))) return [directory];
    }
  } catch {
    return [directory];
  }
};

const isEverybodys = (found: { readonly mode: number } | undefined): boolean =>
  found === undefined || (found.mode & 0o002) !== 0;
