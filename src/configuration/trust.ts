/** Whether what a project brings counts: only after its user said so, and only as it was then. */
import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { projectPlaces } from "./content-places.ts";
import { projectFile, settingsIn, textOfFile } from "./files.ts";
import { contentOf, projectDirectory } from "./project-content.ts";
import { readTrusted, type Trust, trustIn, writeTrusted } from "./trusted.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a project's file says, and whether the project's `.kelson` may count. */
export interface ProjectSettings {
  readonly file: string;
  readonly directory: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly trust: Trust;
}

/** A project must not redirect keys or lay them open, pay with another one, move the sessions, or reach beyond itself, whoever trusts it. */
const neverFromProject = ["model", "fallbackModel", "baseUrl", "apiKey", "stateDir", "addDir", "redaction", "sandbox"];

/** Undefined when the directory has no `.kelson`. */
export const projectSettings = async (cwd: string, env: Environment): Promise<ProjectSettings | undefined> => {
  const directory = projectDirectory(cwd);
  if (!(await isDirectory(directory))) return undefined;
  const file = projectFile(cwd);
  const trust = await trustIn(directory, await readTrusted(env));
  return { file, directory, settings: trust === "trusted" ? await checkedSettings(file) : {}, trust };
};

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What was trusted: the directories, all files that count, by their paths from here, and what the configuration says. */
export interface TrustedProject {
  readonly directories: readonly string[];
  readonly files: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Trusts the directory's `.kelson`, and the skills and agents from there up to its repository's root, as they are now. */
export const trustProject = async (cwd: string, env: Environment): Promise<TrustedProject> => {
  const directories = await unitsOf(cwd);
  if (directories.length === 0) {
    throw new KelsonError("not_found", `there is no ${projectDirectory(cwd)} to trust, nor skills or agents`);
  }
  const settings = await checkedSettings(projectFile(cwd));
  const digests: Record<string, string> = {};
  const files: string[] = [];
  for (const directory of directories) {
    const content = await contentOf(directory);
    if (content === undefined) continue;
    digests[directory] = content.digest;
    files.push(...content.files.map((file) => relative(cwd, join(directory, file))));
  }
  await writeTrusted(env, { ...(await readTrusted(env)), ...digests });
  return { directories, files, settings };
};

/** Gives back whether it had been trusted. */
export const forgetProject = async (cwd: string, env: Environment): Promise<boolean> => {
  const trusted = await readTrusted(env);
  const known = [projectDirectory(cwd), ...(await unitsOf(cwd))].filter((directory) =>
    Object.hasOwn(trusted, directory),
  );
  const others = Object.entries(trusted).filter(([directory]) => !known.includes(directory));
  if (known.length > 0) await writeTrusted(env, Object.fromEntries(others));
  return known.length > 0;
};

const unitsOf = async (cwd: string): Promise<readonly string[]> => {
  const own = projectDirectory(cwd);
  const { places } = await projectPlaces(cwd);
  return [...new Set([...((await isDirectory(own)) ? [own] : []), ...places.map(({ unit }) => unit)])];
};

const checkedSettings = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
  const settings = settingsIn((await textOfFile(file)) ?? "{}", file);
  refuseForbidden(settings, file);
  return settings;
};

const refuseForbidden = (settings: Readonly<Record<string, unknown>>, file: string): void => {
  const key = neverFromProject.find((name) => Object.hasOwn(settings, name));
  if (key === undefined) return refuseFiles(settings, file);
  throw new KelsonError("bad_input", `${file}: ${key} cannot be set by a project`, {
    hint: `A project must not decide where keys and words go, nor what else is worked in: set ${key} in your own configuration.`,
  });
};

/** What a file says is no part of what was trusted. */
const refuseFiles = (settings: Readonly<Record<string, unknown>>, file: string): void => {
  const key = ["systemPrompt", "appendSystemPrompt"].find((name) => String(settings[name]).startsWith("@"));
  if (key === undefined) return;
  throw new KelsonError("bad_input", `${file}: ${key} must be the text itself, got ${JSON.stringify(settings[key])}`, {
    hint: "Trust is bound to what stands in the project's configuration, not to other files.",
  });
};
