/** Whether the settings of a project count: only after its user said so, and only as they were then. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { parseJson } from "./check.ts";
import { projectFile, settingsIn, textOfFile } from "./files.ts";
import { writePrivate } from "./write-private.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a project's file says, and whether it may count. `changed` when it was trusted once, as it was then. */
export interface ProjectSettings {
  readonly file: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly trust: "trusted" | "changed" | "none";
}

/** A project must not redirect keys or lay them open, pay with another one, or move the sessions, whoever trusts it. */
const neverFromProject = ["model", "fallbackModel", "baseUrl", "apiKey", "stateDir", "redaction"];

/** Undefined when the directory has no such file. */
export const projectSettings = async (cwd: string, env: Environment): Promise<ProjectSettings | undefined> => {
  const file = projectFile(cwd);
  const text = await textOfFile(file);
  if (text === undefined) return undefined;
  const known = (await readTrusted(env))[file];
  const trust = known === undefined ? "none" : known === digest(text) ? "trusted" : "changed";
  if (trust !== "trusted") return { file, settings: {}, trust };
  const settings = settingsIn(text, file);
  refuseForbidden(settings, file);
  return { file, settings, trust };
};

/** Trusts the file as it is now, and gives back what it says. */
export const trustProject = async (cwd: string, env: Environment): Promise<ProjectSettings> => {
  const file = projectFile(cwd);
  const text = await textOfFile(file);
  if (text === undefined) throw new KelsonError("not_found", `there is no ${file} to trust`);
  const settings = settingsIn(text, file);
  refuseForbidden(settings, file);
  await writeTrusted(env, { ...(await readTrusted(env)), [file]: digest(text) });
  return { file, settings, trust: "trusted" };
};

/** Gives back whether it had been trusted. */
export const forgetProject = async (cwd: string, env: Environment): Promise<boolean> => {
  const { [projectFile(cwd)]: had, ...others } = await readTrusted(env);
  if (had !== undefined) await writeTrusted(env, others);
  return had !== undefined;
};

const refuseForbidden = (settings: Readonly<Record<string, unknown>>, file: string): void => {
  const key = neverFromProject.find((name) => Object.hasOwn(settings, name));
  if (key === undefined) return refuseFiles(settings, file);
  throw new KelsonError("bad_input", `${file}: ${key} cannot be set by a project`, {
    hint: `A project must not decide where keys and words go: set ${key} in your own configuration.`,
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

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Beside the sessions; digests by the paths of the files. */
const trustFile = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kelson", "trusted.json");

const readTrusted = async (env: Environment): Promise<Readonly<Record<string, string>>> => {
  const value = parseJson((await textOfFile(trustFile(env))) ?? "{}");
  return typeof value === "object" && value !== null ? (value as Record<string, string>) : {};
};

const writeTrusted = async (env: Environment, trusted: Readonly<Record<string, string>>): Promise<void> => {
  const file = trustFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivate(file, `${JSON.stringify(trusted, null, 2)}\n`);
};
