/** The package as a user gets it: built, packed, and unpacked beside what it needs. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
export const bin = (name: string): string => join(root, "node_modules/.bin", name);
export const run = promisify(execFile);

const settings = {
  target: "esnext",
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** A directory where Kelson is installed. */
export interface Consumer {
  readonly directory: string;
  /** Type-checks the files strictly, the package's declarations included; gives what is wrong. */
  readonly check: (files: readonly string[], options?: { readonly skipLibCheck: boolean }) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** `files` are the user's own; `packages` what the user has installed besides, from what is here. */
export const consumer = async (
  files: Readonly<Record<string, string>>,
  packages: readonly string[] = [],
): Promise<Consumer> => {
  const place = await mkdtemp(join(tmpdir(), "kelson-package-"));
  const directory = join(place, "consumer");
  const modules = join(directory, "node_modules");
  await mkdir(modules, { recursive: true });
  const dependencies = await unpacked(place, join(modules, "kelson"));
  // As npm would install them, but from what is here.
  for (const name of new Set([...dependencies, ...packages, "@types/node", "undici-types"])) {
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, "node_modules", name), link);
  }
  await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return {
    directory,
    check: async (files, options) => {
      const compilerOptions = { ...settings, ...options };
      await writeFile(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      const checked = await run(bin("tsc"), [], { cwd: directory }).catch((failed: { stdout: string }) => failed);
      return checked.stdout;
    },
    remove: () => rm(place, { recursive: true, force: true }),
  };
};

/** Gives the names of its dependencies. */
const unpacked = async (place: string, to: string): Promise<readonly string[]> => {
  const packed = join(place, "packed");
  await mkdir(packed);
  for (const name of ["package.json", "bin", "LICENSE"]) {
    await cp(join(root, name), join(packed, name), { recursive: true });
  }
  await run(bin("rolldown"), ["-c", "--dir", join(packed, "dist")], { cwd: root });
  await run(bin("tsc"), ["-p", "tsconfig.types.json", "--outDir", join(packed, "dist/types")], { cwd: root });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", place], { cwd: packed });
  const { name, version, dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
    dependencies: Record<string, string>;
  };
  await run("tar", ["-xzf", `${name}-${version}.tgz`], { cwd: place });
  await cp(join(place, "package"), to, { recursive: true });
  return Object.keys(dependencies);
};
