/** The library: what `import … from "kelson"` gives. */

// An agent and its runs
export { agent } from "./library/agent.ts";
export type { AgentOptions } from "./library/options.ts";
export type { Agent, RunOptions, Task } from "./library/agent.ts";
export type { Run } from "./library/run.ts";
export type { Item, Stream } from "./library/items.ts";
export type { RunResult } from "./library/result.ts";
export type { Account, Completed, Unfinished } from "./library/result.ts";
export type { Denial } from "./library/outcome.ts";
export { KelsonError, type ErrorCode } from "./contract/error.ts";

// Questions and approvals
export type { Answer, Ask, OnAsk } from "./library/ask.ts";

// Tools
export { tool, type ToolDefinition } from "./library/tool.ts";
export { tools, toolSets } from "./library/tools.ts";
export type { AgentType } from "./contract/agent-definition.ts";
export type { CallContext, Tool, ToolOutcome } from "./contract/tool.ts";
export { failure } from "./contract/tool.ts";
export { Paused, type Host, type Question } from "./contract/host.ts";
export type { OpenWorld, World } from "./contract/world.ts";

// Schemas
export type { OutputOf, Schema } from "./library/schema.ts";
export type { StandardSchema } from "./contract/standard-schema.ts";
export type { JsonSchema } from "./library/schema.ts";
export { fromJsonSchema, fromStandard, type Input } from "./contract/tool.ts";

// Events and folds
export type { Event, EventData, EventType } from "./contract/event.ts";
export { foldOf, type Fold, type Handlers } from "./contract/fold.ts";
export { folds } from "./library/folds.ts";
export { costOf } from "./folds/usage.ts";

// Models of your own
export type { Capabilities, ModelRequest, Part, Provider, ToolSpec } from "./contract/provider.ts";
export type { ContentPart, ImagePart, Message, ReplyPart, TextPart } from "./contract/message.ts";
export { ProviderError, type ModelFailure } from "./contract/error.ts";

// Prompts, compaction and stores of your own
export type { Layer, Source } from "./contract/source.ts";
export type { Compaction, CompactionStrategy, Conversation } from "./contract/compaction.ts";
export type { Store } from "./contract/store.ts";
export { stateDirectory } from "./assembly/state-directory.ts";

// Words that they share
export type { Effect, Mode, Prices, State, StopReason, Target, Usage } from "./contract/terms.ts";
