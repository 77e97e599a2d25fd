/** The tool `agent`: a task for a sub-agent, which works on it by itself and reports. */
import { z } from "zod";
import type { AgentType } from "../../contract/agent-definition.ts";
import { isolation } from "../../contract/terms.ts";
import { failure, fromZod, textOutcome, type Tool, tool } from "../../contract/tool.ts";
import { builtInAgents } from "./built-in.ts";

/** A model reads the definitions in the order given. */
export const agentTool = (definitions: readonly AgentType[] = builtInAgents): Tool => {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const types = definitions.map(({ name, description }) => `- ${name}: ${description}`);
  return tool({
    name: "agent",
    description: [
      "Give a task to a sub-agent. It works by itself, sees nothing of this conversation, and gives back one report. " +
        "For work that would fill your context, and for tasks that can be done side by side: make several calls in one reply. " +
        "Types:",
      ...types,
    ].join("\n"),
    input: fromZod(input),
    effects: [],
    parallel: true,
    waits: true,
    targets: () => [],
    run: async ({ description: title, prompt: task, subagent_type, run_in_background, isolation }, { host }) => {
      const definition = byName.get(subagent_type);
      if (definition === undefined) {
        const known = [...byName.keys()].join(", ");
        return failure(
          `there is no agent type ${JSON.stringify(subagent_type)}; there are ${known}`,
          "invalid_arguments",
        );
      }
      if (host.spawn === undefined) return failure("this runtime has no sub-agents");
      const { name: agent, prompt, tools, model, steps } = definition;
      const kind = { agent, prompt, tools, model, steps };
      const report = await host.spawn({ ...kind, task, title, background: run_in_background, isolation });
      if (!report.ok) return failure(report.text === "" ? "the sub-agent failed without a word" : report.text);
      return {
        ...textOutcome(report.text === "" ? "[The sub-agent said nothing.]" : report.text),
        taint: report.taint,
      };
    },
  });
};

const input = z.strictObject({
  description: z.string().min(1).max(100).describe("The task in three to five words"),
  prompt: z.string().min(1).describe("The whole task: all that it has to know, and what to report"),
  subagent_type: z.string().default("general-purpose").describe("One of the types above"),
  run_in_background: z.boolean().default(false).describe("Go on meanwhile; the report comes as a message"),
  isolation: isolation.default("none").describe("A git worktree of its own: of the last commit, or with all changes"),
});
