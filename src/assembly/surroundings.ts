/** What a prompt tells of where its run takes place: the directory, its instructions, and whether anybody is there. */
import { dirname } from "node:path";
import { configurationFile } from "../configuration/files.ts";
import type { AssembleOptions } from "../contract/options.ts";
import type { Source } from "../contract/source.ts";
import type { Tool } from "../contract/tool.ts";
import { environment } from "../sources/environment.ts";
import { headless } from "../sources/headless.ts";
import { instructions } from "../sources/instructions.ts";

/** What is in a directory is nobody's business where no tool works in it. */
export const surroundings = (
  tools: readonly Tool[],
  { env, interactive, warn }: Pick<AssembleOptions, "env" | "interactive" | "warn">,
): readonly Source[] => {
  const works = tools.some(({ effects }) => effects.some((effect) => worksHere.has(effect)));
  if (!works) return [];
  return [
    environment({ system: `${process.platform} ${process.arch}`, now: Date.now }),
    instructions({ userDirectory: dirname(configurationFile(env)), warn }),
    ...(interactive ? [] : [headless]),
  ];
};

const worksHere = new Set(["read", "write", "execute"]);
