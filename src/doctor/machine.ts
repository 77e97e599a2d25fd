/** What this machine has of what Kelson needs. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { providerAddress } from "../catalogue/provider-address.ts";
import { providers } from "../catalogue/providers.ts";
import { firstModel, isLoopback } from "../assembly/choose-model.ts";
import { sentenceOf } from "../contract/error.ts";
import type { Finding } from "../contract/options.ts";
import { makePrivateDirectory } from "../stores/private-directory.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const machineFindings = (env: Environment, stateDirectory: string): readonly Promise<Finding>[] => [
  Promise.resolve(nodeFinding(process.versions.node)),
  stateFinding(stateDirectory),
  Promise.resolve({
    name: "sandbox",
    state: "warn",
    text: "none yet: commands run as this user; file tools stay inside the workspace, and commands are asked about",
  }),
  ripgrepFinding(),
  gitFinding(),
  searchFinding(env),
  Promise.resolve(keysFinding(env)),
  serversFinding(env),
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
    makePrivateDirectory(directory);
    await writeFile(file, "");
    await rm(file);
    return { name: "sessions", state: "ok", text: `kept in ${directory}` };
  } catch (error) {
    return { name: "sessions", state: "fail", text: `${directory} cannot be written: ${sentenceOf(error)}` };
  }
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

/** Which engine `web_search` asks; what is set wrong fails where the tool is offered, so it is no failure here. */
const searchFinding = async (env: Environment): Promise<Finding> => {
  const { searchEngine, searchFromEnvironment } = await import("../tools/web-search.ts");
  try {
    const { name, host } = searchEngine(searchFromEnvironment(env));
    return { name: "search", state: "note", text: `web_search asks ${name} at ${host}` };
  } catch (error) {
    return { name: "search", state: "warn", text: `web_search does not work: ${sentenceOf(error)}` };
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
