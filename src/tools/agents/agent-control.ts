/** The tool `agent_control`: who of the sub-agents is at work, and to wait for, tell or stop one. */
import { z } from "zod";
import { failure, fromZod, textOutcome, type ToolOutcome, tool } from "../../contract/tool.ts";

// One flat object, because not every model's API takes alternatives.
const input = z
  .strictObject({
    action: z.enum(["list", "wait", "message", "stop"]).describe("What to do"),
    id: z.string().min(1).optional().describe("The sub-agent's, for all but list"),
    text: z.string().min(1).optional().describe("The message"),
  })
  .refine(({ action, id }) => action === "list" || id !== undefined, "id is missing")
  .refine(({ action, text }) => action !== "message" || text !== undefined, "text is missing");

export const agentControl = tool({
  name: "agent_control",
  description: "List the sub-agents that work in the background, wait for one, send one a message, or stop one.",
  input: fromZod(input),
  effects: [],
  parallel: true,
  waits: true,
  targets: () => [],
  run: async ({ action, id = "", text = "" }, { host: { children } }): Promise<ToolOutcome> => {
    if (children === undefined) return failure("this runtime has no sub-agents");
    switch (action) {
      case "list": {
        const atWork = children.list();
        const lines = atWork.map(({ session, agent, title, state }) => `${session} ${agent}: ${title} (${state})`);
        return textOutcome(lines.join("\n") || "no sub-agent is at work");
      }
      case "wait":
        await children.wait(id);
        return textOutcome("it has reported, or waits for the user; a report comes as a message");
      case "message":
        await children.tell(id, text);
        return textOutcome("told");
      case "stop":
        await children.cancel(id);
        return textOutcome("it was told to stop; its report comes as a message");
    }
  },
});
