/** Reads definitions of sub-agents: Markdown with front matter, in the places that count. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AgentDefinition } from "../contract/agent-definition.ts";
import type { ContentPlace } from "../contract/content.ts";
import { sentenceOf } from "../contract/error.ts";
import { readAgentDefinition } from "../documents/agent-definition.ts";

const maxBytes = 64 * 1024;

/**
 * The first that has a name wins, and wins over a built-in one; those that are not built in come after the others, by name.
 * `warn` hears of each that does not count, and why.
 */
export const agentDefinitions = async (
  builtIn: readonly AgentDefinition[],
  places: readonly ContentPlace[],
  warn: (sentence: string) => void,
): Promise<readonly AgentDefinition[]> => {
  const own = new Map<string, AgentDefinition>();
  for (const { directory, source } of places.filter(({ kind }) => kind === "agents"))
    for (const path of await documentsIn(directory)) {
      const read = await definitionAt(path, source, warn);
      if (read !== undefined && !own.has(read.name)) own.set(read.name, read);
    }
  const replaced = builtIn.map((definition) => own.get(definition.name) ?? definition);
  const others = [...own.values()].filter(({ name }) => builtIn.every((definition) => definition.name !== name));
  return [...replaced, ...others.toSorted((one, other) => (one.name < other.name ? -1 : 1))];
};

const documentsIn = async (directory: string): Promise<readonly string[]> => {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((name) => name.endsWith(".md") && !name.startsWith("."))
    .toSorted()
    .map((name) => join(directory, name));
};

const definitionAt = async (
  path: string,
  source: ContentPlace["source"],
  warn: (sentence: string) => void,
): Promise<AgentDefinition | undefined> => {
  try {
    const { size, isFile } = await lstat(path).then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile) throw new Error("it is no file");
    if (size > maxBytes) throw new Error(`it has ${size} bytes, and may have ${maxBytes}`);
    const name = basename(path, ".md");
    const { definition, notes } = await readAgentDefinition(await readFile(path, "utf8"), name);
    for (const note of notes) warn(`the agent in ${path}: ${note}`);
    return { ...definition, source, path };
  } catch (error) {
    warn(`the agent in ${path} does not count: ${sentenceOf(error)}`);
    return undefined;
  }
};
