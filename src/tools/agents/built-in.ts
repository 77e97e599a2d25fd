/** The sub-agents that are always there. */
import type { AgentDefinition } from "../../contract/agent-definition.ts";

const looking = ["read_file", "list_directory", "find_files", "grep", "view_image"];

const report = "Your last message is your report: whoever gave you the task reads nothing else of what you did.";

const builtIn = (
  name: string,
  description: string,
  more: { readonly tools?: readonly string[]; readonly prompt: string },
): AgentDefinition => ({ name, description, source: "built-in", ...more, prompt: `${more.prompt} ${report}` });

/** In the order in which a model reads them. */
export const builtInAgents: readonly AgentDefinition[] = [
  builtIn("general-purpose", "any task of several steps", {
    prompt: "You were given one task. Do all of it, and nothing beyond it.",
  }),
  builtIn("coder", "writes or changes code, and proves that it works", {
    prompt:
      "You were given one change to make. Keep to the style of the code around it, run what proves it, and report which files you changed and what you ran.",
  }),
  builtIn("reviewer", "reads code and reports faults; changes nothing", {
    tools: looking,
    prompt:
      "You review code and change nothing. Look for what is wrong: logic, edge cases, security, races, missing tests. Report each finding with path:line, what goes wrong, and how sure you are; the worst first. Leave out taste.",
  }),
  builtIn("researcher", "finds things out in files and on the web; changes nothing", {
    tools: [...looking, "web_search", "web_fetch"],
    prompt:
      "You find things out and change nothing. Report what you found, with path:line or the address for each fact, and say what you could not find.",
  }),
  builtIn("tester", "runs and writes tests, and reports what fails", {
    prompt:
      "You test. Run what is there, write the tests that are missing, and mend no code but tests. Report what passes, what fails and how to see it.",
  }),
];
