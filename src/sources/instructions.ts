/** Instructions that people write for agents: `AGENTS.md` of the project and of the user, nearest last. */
import { dirname, join, relative, resolve } from "node:path";
import type { Layer, Source } from "../contract/source.ts";
import type { World } from "../contract/world.ts";
import { upToRepository } from "./instructions/repository.ts";
import { textFile } from "./instructions/text-file.ts";
import { type ReadText, type Written, writtenIn } from "./instructions/written-in.ts";

export interface InstructionsParts {
  /** Where the user's own are. */
  readonly userDirectory: string;
  /** Hears what is wrong with a file, one sentence each. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Of a project's files together; the nearest come first when not all have room. */
const maxChars = 64 * 1024;
const maxDirectories = 200;

export const instructions = ({ userDirectory, warn = () => {} }: InstructionsParts): Source => ({
  name: "instructions",
  gather: async (world) => {
    const chain = await upToRepository(world, world.root);
    const own = await ofUser(world, userDirectory);
    const theirs = await ofProject(world, chain, chain.at(-1) ?? world.root);
    const layers = [...own, ...theirs.filter(({ path }) => own.every((other) => other.path !== path)).toReversed()];
    return layers.map((found) => asLayer(found, warn));
  },
  follow: async (world, touched) => {
    const directories = [...new Set(touched.flatMap((path) => onTheWay(world, path)))].slice(0, maxDirectories);
    if (directories.length === 0) return [];
    const chain = await upToRepository(world, world.root);
    const found = await ofProject(world, directories, chain.at(-1) ?? world.root);
    return found.map((each) => asLayer(each, warn));
  },
});

interface Found extends Written {
  readonly by: "user" | "project";
}

const asLayer = ({ path, text, faults, by }: Found, warn: (sentence: string) => void): Layer => {
  for (const fault of faults) warn(fault);
  return { layer: "instructions", source: path, position: "turn", text, scanned: by === "project" };
};

/** The user's own are theirs, wherever a link leads; what they include stands beside them or in what is worked in. */
const ofUser = async (world: World, directory: string): Promise<readonly Found[]> => {
  const [place = directory] = await realPaths(world, [directory]);
  const reader = world.narrow({ effects: ["read"], anywhere: false, reads: [place], guarded: [place] });
  const isThere = await reader.files.stat(directory).catch(() => undefined);
  const written = isThere && (await writtenIn(usersReader(world, directory), directory));
  return written === undefined ? [] : [{ ...written, by: "user" }];
};

const usersReader =
  (world: World, directory: string): ReadText =>
  async (path) => {
    const [place = directory, real = path] = await realPaths(world, [directory, path]);
    const reads = dirname(path) === directory ? [place, real] : [place];
    // Kelson's own directory is protected, as its configuration may hold keys; its texts are written for models.
    const guarded = /\.(?:mdx?|txt)$/iu.test(real) ? [real] : [];
    return textFile(world.narrow({ effects: ["read"], anywhere: false, reads, guarded }), path);
  };

const realPaths = async (world: World, paths: readonly string[]): Promise<readonly (string | undefined)[]> =>
  (await world.resolve(paths.map((path) => ({ kind: "path", path, access: "read" })))).map(({ real }) => real);

const ofProject = async (world: World, directories: readonly string[], top: string): Promise<readonly Found[]> => {
  const reader = world.narrow({ effects: ["read"], anywhere: false, reads: [top] });
  const read: ReadText = (path) => textFile(reader, path);
  const written = await Promise.all(directories.map((directory) => writtenIn(read, directory)));
  let left = maxChars;
  return written.flatMap((each): readonly Found[] => {
    if (each === undefined) return [];
    left -= each.text.length;
    if (left >= 0) return [{ ...each, by: "project" }];
    const fault = `${each.path} is left out: nearer instructions have ${maxChars} characters already`;
    return [{ path: each.path, text: `[${fault}]`, faults: [fault], by: "project" }];
  });
};

/** The directories below the roots that lead to a path, which may be one itself; those of the root are gathered anyway. */
const onTheWay = ({ root, roots }: World, path: string): readonly string[] => {
  const absolute = resolve(root, path);
  const top = roots.find((each) => isBelow(absolute, each));
  if (top === undefined) return [];
  const names = relative(top, absolute).split("/").filter(Boolean);
  if (names.some((name) => strangers.has(name))) return [];
  const below = names.map((_, index) => join(top, ...names.slice(0, index + 1)));
  return top === root ? below : [top, ...below];
};

/** What is written there is meant for those who work on it elsewhere. */
const strangers = new Set(["node_modules", ".git"]);

const isBelow = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith("../"));
};
