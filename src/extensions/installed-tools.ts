/** The plug-in tools of a directory: one each of its directories, with a tool.json in it. */
import { cp, mkdir, readdir, readFile, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface InstalledTool {
  /** Real and absolute. */
  readonly directory: string;
  readonly manifest: Manifest;
}

export const manifestFile = "tool.json";

/** A longer one is no manifest. */
const maxBytes = 1_000_000;

/** KelsonError `not_found` when there is no manifest, `bad_input` when it is wrong. */
export const toolIn = async (directory: string): Promise<InstalledTool> => {
  const file = join(directory, manifestFile);
  const [real, text] = await Promise.all([realpath(directory), textOf(file)]).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR")
      throw new KelsonError("not_found", `there is no ${file}`, { cause });
    throw new KelsonError("bad_input", `${file} cannot be read: ${cause.message}`, { cause });
  });
  return { directory: real, manifest: readManifest(text, file) };
};

const textOf = async (file: string): Promise<string> => {
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`it has more than ${maxBytes.toLocaleString("en-US")} bytes`);
  return readFile(file, "utf8");
};

/** By name; none when the directory does not exist. One that is wrong does not hide the others: it is told to `warn`. */
export const installedTools = async (
  place: string,
  warn: (sentence: string) => void,
): Promise<readonly InstalledTool[]> => {
  const names = await readdir(place).catch(() => []);
  const found = names.filter((name) => !name.startsWith(".")).toSorted();
  const read = await Promise.all(
    found.map((name) =>
      installedTool(place, name).catch((error: unknown) => {
        if (!(error instanceof KelsonError)) throw error;
        warn(`${error.message}; the tool is not offered`);
        return undefined;
      }),
    ),
  );
  return read.filter((installed) => installed !== undefined);
};

/** A directory is called like its tool, so that there are never two of a name. */
const installedTool = async (place: string, name: string): Promise<InstalledTool> => {
  const installed = await toolIn(join(place, name));
  if (installed.manifest.name === name) return installed;
  const file = join(place, name, manifestFile);
  throw new KelsonError("bad_input", `${file}: name: must be ${name}, like its directory`);
};

/**
 * Copies a plug-in below `place`, whole or not at all, in the stead of an older one of its name. KelsonError `bad_input` when
 * it cannot be copied.
 */
export const addTool = async ({ directory: from, manifest }: InstalledTool, place: string): Promise<InstalledTool> => {
  const directory = join(place, manifest.name);
  const draft = join(place, `.${manifest.name}.new`);
  const older = join(place, `.${manifest.name}.old`);
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
    await remove(draft);
    await remove(older);
    await refuseLinksOut(from);
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => basename(path) !== ".git" });
    await rename(directory, older).catch(absent);
    await rename(draft, directory);
  } catch (cause) {
    throw new KelsonError("bad_input", `${from} cannot be copied to ${directory}: ${sentenceOf(cause)}`, { cause });
  } finally {
    // Only a copy that came to nothing leaves the older one without a successor.
    await rename(older, directory).catch(() => remove(older));
    await remove(draft);
  }
  return { directory: await realpath(directory), manifest };
};

/** What a link leads to out there would not be copied, and could change unseen. */
const refuseLinksOut = async (directory: string): Promise<void> => {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const leads = await readlink(link);
    const inside = relative(directory, join(dirname(link), leads));
    if (isAbsolute(leads) || inside === ".." || inside.startsWith("../"))
      throw new Error(`${relative(directory, link)} leads out of it, to ${leads}`);
  }
};

/** Gives back whether it was there. */
export const removeTool = async (name: string, place: string): Promise<boolean> => {
  const directory = join(place, name);
  if ((await stat(directory).catch(absent)) === undefined) return false;
  await remove(directory);
  return true;
};

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};
