/** The short closed lists that events, commands and ports share. */
import { z } from "zod";

/** What a tool does to the world; `remember` changes the user's notes, and nothing else. */
export const effect = z.enum(["read", "write", "execute", "network", "external", "remember"]);

/** How freely calls run: see docs/architecture.md. */
export const mode = z.enum(["read-only", "plan", "manual", "default", "accept-edits", "auto", "dont-ask", "bypass"]);

/**
 * What a kernel sandbox can hold commands to: where they write, which secrets of the machine and which of the workspace they
 * read, whom they connect to, whom they signal, how much they take.
 */
export const hold = z.enum(["writes", "secrets", "workspace-secrets", "network", "processes", "limits"]);

/** Where a sub-agent works: beside its parent, or in a git worktree of the last commit or of the present state. */
export const isolation = z.enum(["none", "worktree", "worktree-with-changes"]);

/** A rule of the policy and where it comes from. */
export const ruleEntry = z.object({
  source: z.enum(["user", "project", "session", "flags"]),
  decision: z.enum(["deny", "ask", "allow"]),
  rule: z.string(),
});

/** Where a session stands. The last six end a run. */
export const state = z.enum([
  "idle",
  "running",
  "waiting_for_tool",
  "waiting_for_input",
  "completed",
  "cancelled",
  "error",
  "max_steps",
  "timed_out",
  "budget_exceeded",
]);

/** The states in which a run can end. */
export const finalState = state.extract([
  "completed",
  "cancelled",
  "error",
  "max_steps",
  "timed_out",
  "budget_exceeded",
]);

/** Why a model stopped writing. */
export const stopReason = z.enum(["end", "calls", "max_tokens", "refusal", "paused", "other"]);

/** What a model is asked for: to go on with the task, or on the side for a summary or what a person prefers. */
export const purpose = z.enum(["answer", "compact", "profile"]);

/** What a call is about, for the policy and for people. */
export const target = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("path"), path: z.string(), access: z.enum(["read", "write"]) }),
  z.object({ kind: z.literal("command"), command: z.string(), cwd: z.string().optional() }),
  z.object({ kind: z.literal("host"), host: z.string() }),
]);

/** Tokens of one model call. `input` counts all input, also what was read from or written to a cache. */
export const usage = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
});

/** USD per million tokens. */
export const prices = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
});

/**
 * What a run may spend, 0 meaning no limit: steps, milliseconds of model, call and retry time, USD, tokens in and out; and
 * what its whole session may.
 */
export const limits = z.object({
  steps: z.number(),
  workMs: z.number(),
  costUsd: z.number(),
  tokens: z.number(),
  sessionCostUsd: z.number().optional(),
});

/** How a model is asked. Absent fields are left to the provider. */
export const sampling = z.object({
  temperature: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  effort: z.enum(["low", "medium", "high"]).optional(),
  stream: z.boolean(),
});

/** A model that can be asked, and what is known of it; what is unknown is absent. */
const modelChoice = {
  model: z.string().describe("provider/model"),
  baseUrl: z.string().optional().describe("where the model's API is, when it is not the usual place"),
  window: z.number().optional().describe("context window in tokens"),
  outputLimit: z.number().optional().describe("tokens of one reply at most"),
  prices: prices.optional().describe("an unknown price is never counted as zero"),
};

/** Everything that decides how a run goes, sealed with its start so that the log alone explains the run. */
export const runSettings = z.object({
  ...modelChoice,
  fallbacks: z.array(z.object(modelChoice)).optional().describe("asked in this order when the model fails for good"),
  limits,
  sampling,
  trim: z.boolean().optional().describe("whether old outputs of tools are cut from what the model reads; absent = no"),
  compaction: z
    .enum(["auto", "off"])
    .optional()
    .describe("whether a summary takes the place of old messages when the window is nearly full; absent = off"),
  compactModel: z.object(modelChoice).optional().describe("writes summaries in the place of the model itself"),
  onAsk: z.enum(["ask", "deny"]).describe("whether there is a person to ask, now or later"),
  output: z.unknown().optional().describe("JSON Schema that the answer has to fit"),
  agents: z
    .object({
      depth: z.number().describe("how deep sub-agents may be nested, 0 = none"),
      atOnce: z.number().describe("how many of one session may be at work at once"),
      steps: z.number().describe("model replies of each"),
    })
    .optional()
    .describe("absent: 3 deep, 3 at once, 50 steps"),
  verify: z.boolean().describe("ask for proof before completion"),
  profile: z.boolean().optional().describe("whether the model learns what is known of the user"),
  resultChars: z.number().describe("how much of a tool's output a model is shown"),
  callMs: z.number().describe("time limit of one call"),
  guards: z.object({
    continuations: z.number().describe("how often a reply that was cut off is continued"),
    nudgeAfter: z.number().describe("identical steps before a nudge, 0 = never"),
    stopAfter: z.number().describe("identical steps after the nudge before the run is stopped"),
  }),
  retry: z.object({
    times: z.number(),
    rateLimitTimes: z.number(),
    baseMs: z.number(),
    maxMs: z.number(),
  }),
});

export type Effect = z.infer<typeof effect>;
export type Mode = z.infer<typeof mode>;
export type Hold = z.infer<typeof hold>;
export type Isolation = z.infer<typeof isolation>;
export type RuleEntry = z.infer<typeof ruleEntry>;
export type Purpose = z.infer<typeof purpose>;
export type State = z.infer<typeof state>;
export type FinalState = z.infer<typeof finalState>;
export type StopReason = z.infer<typeof stopReason>;
export type Target = z.infer<typeof target>;
export type Usage = z.infer<typeof usage>;
export type Prices = z.infer<typeof prices>;
export type Limits = z.infer<typeof limits>;
export type Sampling = z.infer<typeof sampling>;
export type RunSettings = z.infer<typeof runSettings>;
