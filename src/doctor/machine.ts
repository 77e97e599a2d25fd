/** What this machine has of what Kelson needs. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { providerAddress } from "../catalogue/provider-address.ts";
import { providers } from "../catalogue/providers.ts";
import { firstModel, isLoopback } from "../assembly/choose-model.ts";
import { sentenceOf } from "../contract/error.ts";
import { confinementIn } from "../assembly/sandbox.ts";
import type { AssembleOptions, Finding } from "../contract/options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const machineFindings = (
  options: Pick<AssembleOptions, "configuration" | "cwd" | "env">,
  stateDirectory: string,
): readonly Promise<Finding>[] => [
  Promise.resolve(nodeFinding(process.versions.node)),
  stateFinding(stateDirectory),
  sandboxFinding(options, stateDirectory),
  ripgrepFinding(),
  gitFinding(),
  Promise.resolve(keysFinding(options.env)),
  serversFinding(options.env),
];

const needed = 24;

const nodeFinding = (version: string): Finding =>
  Number.parseInt(version, 10) >= needed
    ? { name: "node", state: "ok", text: version }
    : { name: "node", state: "fail", text: `${version}, but ${needed} or newer is needed` };

/** Tries it, as permission bits do not tell all. */
const stateFinding = async (directory: string): Promise<Finding> => {
  const file = join(directory, `.doctor-${process.pid}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, "");
    await rm(file);
    return { name: "sessions", state: "ok", text: `kept in ${directory}` };
  } catch (error) {
    return { name: "sessions", state: "fail", text: `${directory} cannot be written: ${sentenceOf(error)}` };
  }
};

/** The one that a run would have, tried here and now. */
const sandboxFinding = async (
  options: Pick<AssembleOptions, "configuration" | "cwd" | "env">,
  stateDirectory: string,
): Promise<Finding> => {
  const { sandbox, holds, unconfined } = await confinementIn(options, stateDirectory);
  if (holds.length > 0)
    return { name: "sandbox", state: "ok", text: `${sandbox} holds ${holds.join(", ")}; more: kelson sandbox` };
  const why = unconfined.filter((sentence) => sentence.startsWith("There is no sandbox"));
  const text = ["none: commands can do whatever this user can, and are asked about", ...why].join("; ");
  return { name: "sandbox", state: "warn", text };
};

const firstLine = async (program: string): Promise<string> =>
  (await promisify(execFile)(program, ["--version"])).stdout.split("\n", 1)[0] ?? "";

const ripgrepFinding = async (): Promise<Finding> => {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return { name: "ripgrep", state: "ok", text: await firstLine(rgPath) };
  } catch {
    return { name: "ripgrep", state: "note", text: "not there: searches walk the tree themselves, which is slower" };
  }
};

const gitFinding = async (): Promise<Finding> => {
  try {
    return { name: "git", state: "ok", text: await firstLine("git") };
  } catch {
    return { name: "git", state: "note", text: "not there" };
  }
};

/** By name only. */
const keysFinding = (env: Environment): Finding => {
  const set = providers.flatMap(({ keys }) => keys.filter((name) => env[name]));
  return { name: "keys", state: "note", text: set.length > 0 ? `${[...new Set(set)].join(", ")} set` : "none is set" };
};

const serversFinding = async (env: Environment): Promise<Finding> => {
  const asked = providers.map(async (row) => {
    const url = row.place === "local" ? providerAddress(row, env) : undefined;
    if (url === undefined || !isLoopback(url)) return [];
    const model = await firstModel({ row, url });
    return model === undefined ? [] : [`${row.name}/${model} at ${url}`];
  });
  const found = (await Promise.all(asked)).flat();
  const text = found.length > 0 ? found.join(", ") : "none answers on this machine";
  return { name: "servers", state: "note", text };
};
