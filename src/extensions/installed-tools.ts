/** The plug-in tools of this machine: a directory each, with a tool.json in it. */
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface InstalledTool {
  readonly directory: string;
  readonly manifest: Manifest;
}

export const manifestFile = "tool.json";

/** KelsonError `not_found` when there is no manifest, `bad_input` when it is wrong. */
export const toolIn = async (directory: string): Promise<InstalledTool> => {
  const file = join(directory, manifestFile);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new KelsonError("not_found", `there is no ${file}`, { cause });
  });
  return { directory, manifest: readManifest(text, file) };
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
      toolIn(join(place, name)).catch((error: unknown) => {
        if (!(error instanceof KelsonError)) throw error;
        warn(error.message);
        return undefined;
      }),
    ),
  );
  return read.filter((installed) => installed !== undefined);
};

/** Copies a plug-in below `place`, whole or not at all, in the stead of an older one of its name. */
export const addTool = async (from: string, place: string): Promise<InstalledTool> => {
  const { manifest } = await toolIn(from);
  const directory = join(place, manifest.name);
  const draft = join(place, `.${manifest.name}.${process.pid}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    await cp(from, draft, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
    await rm(directory, { recursive: true, force: true });
    await rename(draft, directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { directory, manifest };
};
