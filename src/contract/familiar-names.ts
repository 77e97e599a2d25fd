/** Names of tools that people know from elsewhere, and the tools here that they stand for; the first is called by the name. */

/** Names of a kind of thing that is done, whichever tool does it. */
const kinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["Bash", ["bash", "exec"]],
  ["Read", ["read_file"]],
  ["Edit", ["edit_file", "write_file", "apply_patch", "replace_in_files"]],
  ["Write", ["write_file"]],
  ["WebFetch", ["web_fetch"]],
]);

/** Names of one tool. */
const tools: ReadonlyMap<string, readonly string[]> = new Map([
  ["MultiEdit", ["edit_file"]],
  ["WebSearch", ["web_search"]],
  ["Glob", ["find_files"]],
  ["Grep", ["grep"]],
  ["LS", ["list_directory"]],
  ["TodoWrite", ["update_plan"]],
  ["AskUserQuestion", ["ask_user"]],
  ["Skill", ["skill"]],
  ["Task", ["agent"]],
  ["Agent", ["agent"]],
]);

/** The tool that is called by a name: its own, or a familiar one. */
export const toolNamed = (name: string): string => (kinds.get(name) ?? tools.get(name))?.[0] ?? name;

/** The name that rules about what a tool does are known by; its own where there is none. */
export const kindOf = (tool: string): string => [...kinds].find(([, doers]) => doers.includes(tool))?.[0] ?? tool;
