/** The vocabulary of sub-agents: how one is begun, what it is held to, what it asks, and what has come of it. */
import { z } from "zod";
import { estimatedUsd, kind, taint } from "./kind.ts";
import { skillUse } from "./skill.ts";
import { isolation, limits, state, usage } from "./terms.ts";

/** In the first line of its session. */
export const agentBirth = z.object({
  name: z.string(),
  depth: z.number().describe("1 for the child of a main session"),
  tools: z.array(z.string()).describe("the tools that it may be offered at most"),
  model: z.string().optional().describe("absent when it has the model of its parent"),
  limits: limits.describe("of each of its runs"),
  taint: z.array(z.string()).describe("what its parent had read from strangers when it began"),
  alone: z.boolean().optional().describe("whether its directory is its whole world"),
});

/** In what a session asks on its behalf. */
export const asker = z
  .object({ session: z.string(), call: z.string() })
  .optional()
  .describe("the sub-agent that asks, and its own call; what is answered is passed on to it");

export const agentKinds = {
  "agent.spawned": kind(
    "A sub-agent is to begin; written before its session is there.",
    {
      call: z.string().describe("id of the call that asks for it"),
      child: z.string().describe("id of its session"),
      agent: z.string().describe("name of its type"),
      background: z.boolean().describe("whether the call goes on without it"),
      depth: z.number(),
      isolation,
      tools: z.array(z.string()),
      model: z.string().optional().describe("absent when it has the model of its parent"),
      skill: skillUse.optional().describe("in force in it from its first message on"),
      limits: limits.describe("what it may spend; cost and tokens count as spent until it has reported"),
    },
    { title: z.string(), task: z.string(), prompt: z.string() },
  ),
  "agent.reported": kind(
    "What has come of a sub-agent.",
    {
      call: z.string().describe("id of the call that asked for it"),
      child: z.string(),
      agent: z.string(),
      ok: z.boolean(),
      state: state.describe("where its session stands"),
      steps: z.number(),
      usage: usage.describe("of all its model calls, and those of its own sub-agents"),
      costUsd: z.number().optional().describe("absent when unknown"),
      estimatedUsd,
      unasked: z.number().optional().describe("calls that were denied because nobody was there to be asked"),
      taint,
    },
    { text: z.string() },
  ),
} as const;
