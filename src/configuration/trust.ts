/** Whether what a project brings counts: only after its user said so, and only as it was then. */
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { parseJson } from "./check.ts";
import { projectFile, settingsIn, textOfFile } from "./files.ts";
import { contentOf, projectDirectory } from "./project-content.ts";
import { writePrivate } from "./write-private.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a project's file says, and whether the project's `.kelson` may count. `changed` when it was trusted once, as it was then. */
export interface ProjectSettings {
  readonly file: string;
  readonly directory: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly trust: "trusted" | "changed" | "none";
}

/** A project must not redirect keys or lay them open, pay with another one, move the sessions, or reach beyond itself, whoever trusts it. */
const neverFromProject = ["model", "fallbackModel", "baseUrl", "apiKey", "stateDir", "addDir", "redaction", "sandbox"];

/** Undefined when the directory has no `.kelson`. */
export const projectSettings = async (cwd: string, env: Environment): Promise<ProjectSettings | undefined> => {
  const directory = projectDirectory(cwd);
  if (!(await isDirectory(directory))) return undefined;
  const file = projectFile(cwd);
  const known = (await readTrusted(env))[directory];
  const trust = known === undefined ? "none" : known === (await digestOf(directory)) ? "trusted" : "changed";
  return { file, directory, settings: trust === "trusted" ? await checkedSettings(file) : {}, trust };
};

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What can no longer be read is not what was trusted. */
const digestOf = async (directory: string): Promise<string | undefined> => {
  try {
    return (await contentOf(directory))?.digest;
  } catch (error) {
    if (error instanceof KelsonError) return undefined;
    throw error;
  }
};

/** What was trusted; `files` are all that count, by their paths in the directory. */
export interface TrustedProject extends ProjectSettings {
  readonly files: readonly string[];
}

/** Trusts all that is in the `.kelson` as it is now, and gives back what its file says. */
export const trustProject = async (cwd: string, env: Environment): Promise<TrustedProject> => {
  const directory = projectDirectory(cwd);
  const content = await contentOf(directory);
  if (content === undefined) throw new KelsonError("not_found", `there is no ${directory} to trust`);
  const file = projectFile(cwd);
  const settings = await checkedSettings(file);
  await writeTrusted(env, { ...(await readTrusted(env)), [directory]: content.digest });
  return { file, directory, files: content.files, settings, trust: "trusted" };
};

/** Gives back whether it had been trusted. */
export const forgetProject = async (cwd: string, env: Environment): Promise<boolean> => {
  const { [projectDirectory(cwd)]: had, ...others } = await readTrusted(env);
  if (had !== undefined) await writeTrusted(env, others);
  return had !== undefined;
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

/** Beside the sessions; digests by directory. */
const trustFile = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kelson", "trusted.json");

const readTrusted = async (env: Environment): Promise<Readonly<Record<string, string>>> => {
  const value = parseJson((await textOfFile(trustFile(env))) ?? "{}");
  return typeof value === "object" && value !== null ? (value as Record<string, string>) : {};
};

const writeTrusted = (env: Environment, trusted: Readonly<Record<string, string>>): Promise<void> =>
  writePrivate(trustFile(env), `${JSON.stringify(trusted, null, 2)}\n`);
