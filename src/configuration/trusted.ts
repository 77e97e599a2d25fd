/** What was trusted, and whether it still is as it was then. */
import { homedir } from "node:os";
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import { parseJson } from "./check.ts";
import { textOfFile } from "./files.ts";
import { contentOf } from "./project-content.ts";
import { writePrivate } from "./write-private.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `changed` when it was trusted once, as it was then. */
export type Trust = "trusted" | "changed" | "none";

/** Digests by directory. */
export type Trusted = Readonly<Record<string, string>>;

export const trustIn = async (directory: string, trusted: Trusted): Promise<Trust> => {
  const known = Object.hasOwn(trusted, directory) ? trusted[directory] : undefined;
  if (known === undefined) return "none";
  return known === (await digestOf(directory)) ? "trusted" : "changed";
};

/** Why what stands in a directory does not count, and what to do. */
export const untrusted = (directory: string, trust: Exclude<Trust, "trusted">): string => {
  const why = trust === "changed" ? "has changed since it was trusted" : "is not trusted";
  return `${directory} ${why}, so it does not count; look at it, then: kelson trust`;
};

/** What can no longer be read is not what was trusted. */
const digestOf = async (directory: string): Promise<string | undefined> => {
  try {
    return (await contentOf(directory))?.digest;
  } catch (error) {
    if (error instanceof KelsonError) return undefined;
    throw error;
  }
};

/** Beside the sessions; digests by directory. */
const trustFile = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kelson", "trusted.json");

export const readTrusted = async (env: Environment): Promise<Trusted> => {
  const value = parseJson((await textOfFile(trustFile(env))) ?? "{}");
  return typeof value === "object" && value !== null ? (value as Trusted) : {};
};

export const writeTrusted = (env: Environment, trusted: Trusted): Promise<void> =>
  writePrivate(trustFile(env), `${JSON.stringify(trusted, null, 2)}\n`);
