/** The tool `agents`: who of the sub-agents is at work, and to wait for, tell or stop one. */
import { z } from "zod";
import { failure, fromZod, textOutcome, type ToolOutcome, tool } from "../../contract/tool.ts";

const input = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("list") }),
  z.strictObject({ action: z.literal("wait"), id: z.string() }),
  z.strictObject({ action: z.literal("message"), id: z.string(), text: z.string().min(1) }),
  z.strictObject({ action: z.literal("stop"), id: z.string() }),
]);

export const agents = tool({
  name: "agents",
  description: "List the sub-agents that work in the background, wait for one, send one a message, or stop one.",
  input: fromZod(input),
  effects: [],
  parallel: true,
  waits: true,
  targets: () => [],
  run: async (asked, { host: { children } }): Promise<ToolOutcome> => {
    if (children === undefined) return failure("this runtime has no sub-agents");
    switch (asked.action) {
      case "list": {
        const lines = children
          .list()
          .map(({ session, agent, title, state }) => `${session} ${agent}: ${title} (${state})`);
        return textOutcome(lines.join("\n") || "no sub-agent is at work");
      }
      case "wait":
        await children.wait(asked.id);
        return textOutcome("it has reported, or waits for the user; a report comes as a message");
      case "message":
        await children.tell(asked.id, asked.text);
        return textOutcome("told");
      case "stop":
        await children.cancel(asked.id);
        return textOutcome("it was told to stop; its report comes as a message");
    }
  },
});
