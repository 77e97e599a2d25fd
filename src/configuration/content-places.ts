/** Where skills and definitions of sub-agents stand: in the project, nearest first, then the user's own. */
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ContentPlace } from "../contract/content.ts";
import { configurationFile } from "./files.ts";
import { isBelow, projectDirectory } from "./project-content.ts";
import { readTrusted, trustIn, untrusted } from "./trusted.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A place, and the directory whose whole content trust in it is bound to. */
export interface FoundPlace extends ContentPlace {
  readonly unit: string;
}

/** In the order in which they win. What only another tool uses is looked at no closer than the standard says. */
const homes = [".kelson", ".agents", ".claude"];
const kinds = ["skills", "agents"] as const;

/** Those that count. `warn` hears of those that do not, and why. */
export const contentPlaces = async (
  cwd: string | undefined,
  env: Environment,
  warn: (sentence: string) => void,
): Promise<readonly ContentPlace[]> => {
  const { places, leaving } = cwd === undefined ? { places: [], leaving: [] } : await projectPlaces(cwd);
  for (const path of leaving) warn(`${path} leads out of the project, so it does not count`);
  const units = new Set(places.map(({ unit }) => unit));
  const trusted = units.size === 0 ? {} : await readTrusted(env);
  const counting = new Set<string>();
  for (const unit of units) {
    const trust = await trustIn(unit, trusted);
    if (trust === "trusted") counting.add(unit);
    // What the configuration says of its own directory is said there.
    else if (cwd === undefined || unit !== projectDirectory(cwd)) warn(untrusted(unit, trust));
  }
  const own = await userPlaces(env);
  const theirs = places.filter(
    ({ unit, directory }) => counting.has(unit) && !own.some((place) => place.directory === directory),
  );
  return [...theirs.map(({ kind, directory, source }) => ({ kind, directory, source })), ...own];
};

/** Those from the directory up to the root of its repository; without a repository, only its own. Links that leave it are `leaving`. */
export const projectPlaces = async (
  cwd: string,
): Promise<{ readonly places: readonly FoundPlace[]; readonly leaving: readonly string[] }> => {
  const chain = await upToRepository(cwd);
  const top = await realpath(chain.at(-1) ?? cwd);
  const found = new Map<string, FoundPlace>();
  const leaving: string[] = [];
  for (const [path, place] of chain.flatMap(placesIn)) {
    const directory = await directoryAt(path);
    if (directory === undefined || found.has(directory)) continue;
    if (!isBelow(top, directory)) leaving.push(path);
    else found.set(directory, { ...place, directory, unit: isBelow(place.unit, directory) ? place.unit : directory });
  }
  return { places: [...found.values()], leaving };
};

/** Below `$XDG_CONFIG_HOME/kelson`, by default `~/.config/kelson`, then `~/.agents` and `~/.claude`. */
export const userPlaces = async (env: Environment): Promise<readonly ContentPlace[]> => {
  const home = env["HOME"] || homedir();
  const above = [dirname(configurationFile(env)), ...homes.slice(1).map((name) => join(home, name))];
  const places = above.flatMap((directory) =>
    kinds.map((kind) => ({ kind, directory: join(directory, kind), source: "user" as const })),
  );
  const there = await Promise.all(places.map(({ directory }) => directoryAt(directory)));
  return places.filter((_, index) => there[index] !== undefined);
};

const placesIn = (above: string): [string, FoundPlace][] =>
  homes.flatMap((home) =>
    kinds.map((kind): [string, FoundPlace] => {
      const directory = join(above, home, kind);
      const unit = home === ".kelson" ? join(above, home) : directory;
      return [directory, { kind, directory, source: "project", unit }];
    }),
  );

const upToRepository = async (cwd: string): Promise<readonly string[]> => {
  const chain: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    chain.push(at);
    if (await stat(join(at, ".git")).catch(() => undefined)) return chain;
    if (dirname(at) === at) return [cwd];
  }
};

/** Where it really is; undefined when no directory is there. */
const directoryAt = async (path: string): Promise<string | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : undefined;
  } catch {
    return undefined;
  }
};
