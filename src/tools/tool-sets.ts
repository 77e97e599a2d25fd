/** All tools by name, and named sets of them as data. */
import { KelsonError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";
import type { AgentType } from "../contract/agent-definition.ts";
import { agentTool } from "./agents/agent.ts";
import { agentControl } from "./agents/agent-control.ts";
import { applyPatch } from "./apply-patch.ts";
import { askUser } from "./ask-user.ts";
import { defaultSet } from "./default-set.ts";
import { exec } from "./exec.ts";
import { memoryDelete } from "./memory-delete.ts";
import { memoryList } from "./memory-list.ts";
import { memorySave } from "./memory-save.ts";
import { memorySearch } from "./memory-search.ts";
import { recall } from "./recall.ts";
import { replaceInFiles } from "./replace-in-files.ts";
import { viewImage } from "./view-image.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch, type WebSearchOptions } from "./web-search.ts";

const defaults = defaultSet.map(({ name }) => name);
const reading = ["read_file", "list_directory", "find_files", "grep"];
const web = ["web_fetch", "web_search"];
const memory = ["memory_save", "memory_search", "memory_list", "memory_delete", "recall"];
const subAgents = ["agent", "agent_control"];

/** Sets by name. A model reads the tools in this order. */
export const toolSets = {
  default: defaults,
  full: [
    ...defaults,
    "apply_patch",
    "replace_in_files",
    "exec",
    "view_image",
    "ask_user",
    ...web,
    ...memory,
    ...subAgents,
  ],
  "read-only": [...reading, "view_image", "update_plan", "ask_user", "exit_plan_mode"],
  web,
  memory,
  agents: subAgents,
  minimal: ["read_file", "edit_file", "bash"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Every tool of the house, in the order of the full set. */
export const allTools: readonly Tool[] = [
  ...defaultSet,
  applyPatch,
  replaceInFiles,
  exec,
  viewImage,
  askUser,
  webFetch,
  webSearch(),
  memorySave,
  memorySearch,
  memoryList,
  memoryDelete,
  recall,
  agentTool(),
  agentControl,
];

const byName = new Map(allTools.map((tool) => [tool.name, tool]));

/** What tools are made with that are made for each place anew. */
export interface ToolOptions {
  /** The engine of `web_search`. */
  readonly search?: WebSearchOptions | undefined;
  /** The types of `agent`; absent, the built-in ones. */
  readonly agents?: readonly AgentType[] | undefined;
}

/**
 * The tools that names of tools and of sets stand for, each once, in the order named.
 * Throws KelsonError `bad_input` for a name that is neither, and for an engine that lacks something.
 */
export const pick = (names: readonly string[], { search, agents: types }: ToolOptions = {}): readonly Tool[] => {
  const wanted = names.flatMap((name): readonly string[] => (isSet(name) ? toolSets[name] : [name]));
  return [...new Set(wanted)].map((name) => {
    if (name === "web_search" && search !== undefined) return webSearch(search);
    if (name === "agent" && types !== undefined) return agentTool(types);
    return byName.get(name) ?? unknown(name, [...byName.keys()]);
  });
};

const isSet = (name: string): name is keyof typeof toolSets => Object.hasOwn(toolSets, name);

const unknown = (name: string, known: readonly string[]): never => {
  throw new KelsonError("bad_input", `${JSON.stringify(name)} is neither a tool nor a set of tools`, {
    hint: `the tools are ${known.join(", ")}; the sets are ${Object.keys(toolSets).join(", ")}`,
  });
};
