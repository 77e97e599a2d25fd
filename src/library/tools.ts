/** The built-in tools, by name and as sets. */
import { agentControl } from "../tools/agents/agent-control.ts";
import { agentTool } from "../tools/agents/agent.ts";
import { applyPatch } from "../tools/apply-patch.ts";
import { askUser } from "../tools/ask-user.ts";
import { bash } from "../tools/bash.ts";
import { editFile } from "../tools/edit-file.ts";
import { exec } from "../tools/exec.ts";
import { findFiles } from "../tools/find-files.ts";
import { grep } from "../tools/grep.ts";
import { listDirectory } from "../tools/list-directory.ts";
import { readFile } from "../tools/read-file.ts";
import { replaceInFiles } from "../tools/replace-in-files.ts";
import { memoryDelete } from "../tools/memory-delete.ts";
import { memoryList } from "../tools/memory-list.ts";
import { memorySave } from "../tools/memory-save.ts";
import { memorySearch } from "../tools/memory-search.ts";
import { recall } from "../tools/recall.ts";
import { pick } from "../tools/tool-sets.ts";
import { updatePlan } from "../tools/update-plan.ts";
import { viewImage } from "../tools/view-image.ts";
import { webFetch } from "../tools/web-fetch.ts";
import { webSearch } from "../tools/web-search.ts";
import { writeFile } from "../tools/write-file.ts";

/** Kelson's own tools: `agent({ tools: [tools.readFile, tools.grep, weather] })`. `webSearch` takes the options of its engine, `agent` the types of sub-agents. */
export const tools = {
  readFile,
  writeFile,
  editFile,
  listDirectory,
  findFiles,
  grep,
  bash,
  updatePlan,
  applyPatch,
  replaceInFiles,
  exec,
  viewImage,
  askUser,
  webFetch,
  webSearch,
  memorySave,
  memorySearch,
  memoryList,
  memoryDelete,
  recall,
  agent: agentTool,
  agentControl,
} as const;

/** Sets of them: `agent({ tools: [...toolSets.readOnly, weather] })`. An agent has the default set when none is given. */
export const toolSets = {
  default: pick(["default"]),
  full: pick(["full"]),
  readOnly: pick(["read-only"]),
  web: pick(["web"]),
  memory: pick(["memory"]),
  agents: pick(["agents"]),
  minimal: pick(["minimal"]),
} as const;
