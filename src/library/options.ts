/** What an agent is made of, and its check. */
import type { z } from "zod";
import type { CompactionStrategy } from "../contract/compaction.ts";
import { KelsonError } from "../contract/error.ts";
import { rulesIn } from "../configuration/rules.ts";
import { type Configuration, configuration } from "../contract/options.ts";
import type { Provider } from "../contract/provider.ts";
import type { Store } from "../contract/store.ts";
import type { Mode, Prices, Sampling } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { OnAsk } from "./ask.ts";
import type { Schema } from "./schema.ts";

/** All of it is optional; each run goes by what stands here. */
export interface AgentOptions<S extends Schema<unknown> | undefined = Schema<unknown> | undefined> {
  /**
   * A name such as `anthropic/claude-sonnet-5`, or any provider. Default: that whose key is in the environment, else what
   * a local server (Ollama, LM Studio, llama.cpp, vLLM) offers.
   */
  readonly model?: string | Provider | undefined;
  /** Asked in this order, in the same step, when the model fails for good. */
  readonly fallbackModels?: readonly string[] | undefined;
  /** Default: the provider's variable in the environment, such as `ANTHROPIC_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Where the model's API is, when it is not the usual place. */
  readonly baseUrl?: string | undefined;
  /** What the model may call: own tools, built-in ones (`tools.bash`, `toolSets.full`), or both. Default: `toolSets.default`. */
  readonly tools?: readonly Tool[] | undefined;
  /** The directory that the tools work in, and may not leave. Default: the process's own. */
  readonly cwd?: string | undefined;
  /** Further directories that the tools work in, relative to the process's own. */
  readonly directories?: readonly string[] | undefined;
  /** Stands in place of the base prompt. */
  readonly system?: string | undefined;
  /** How freely calls run. Default: `default`, where reading is free and everything else is asked about. */
  readonly mode?: Mode | undefined;
  /** Rules of calls that run without asking: `Bash(git status:*)`, `Edit(src/**)`, `WebFetch(domain:example.org)`. */
  readonly allow?: readonly string[] | undefined;
  /** Rules of calls that are asked about, whatever allows them. */
  readonly ask?: readonly string[] | undefined;
  /** Rules of calls that never run. */
  readonly deny?: readonly string[] | undefined;
  /**
   * Answers approvals and questions. `"deny"`: nobody is there, so what would be asked is denied, and the model is told.
   * `"pause"`: the run stops in the state `waiting_for_input`, until `answer`, tomorrow and in another process if need be.
   * Default: `"deny"`.
   */
  readonly onAsk?: OnAsk | "deny" | "pause" | undefined;
  /**
   * Where sessions rest: a directory, which makes them outlive the process and even its crash, `"memory"`, or any store.
   * `stateDirectory()` is where the command line keeps its own. Default: `"memory"`, kept by this agent, because a library
   * should write nothing to disk that nobody asked for.
   */
  readonly store?: string | Store | undefined;
  /**
   * Runs wait while the disk that holds the sessions is full, and this hears when that begins (`true`) and when there is room
   * again (`false`). Default: a run rejects with `disk_full`, and `resume` goes on when there is room.
   */
  readonly onDiskFull?: ((isFull: boolean) => void) | undefined;
  /** Milliseconds before a write that found the disk full is tried again. Default: 5,000. */
  readonly diskWaitMs?: number | undefined;
  /** What the answer has to fit; it is then `result.output`, in the schema's type. */
  readonly output?: S;
  /** Asks the model once for proof of every requirement before it counts as completed. Default: false. */
  readonly verify?: boolean | undefined;
  /** Replies of the model in a run, 0 = no limit. Default: 50. */
  readonly maxSteps?: number | undefined;
  /** USD in a run; the price of the model must be known. Default: no limit. */
  readonly maxBudgetUsd?: number | undefined;
  /** USD in a session, all its runs together. Default: no limit. */
  readonly maxSessionBudgetUsd?: number | undefined;
  /** Tokens in and out in a run. Default: no limit. */
  readonly maxTokens?: number | undefined;
  /** Sub-agents of a session that are at work at once. Default: 3. */
  readonly maxAgents?: number | undefined;
  /** How deep sub-agents may be nested. Default: 3. */
  readonly maxAgentDepth?: number | undefined;
  /** Replies of the model of a sub-agent, 0 = no limit. Default: 50. */
  readonly maxAgentSteps?: number | undefined;
  /** Milliseconds of model and tool time in a run; waiting for people does not count. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** How long a reasoning model thinks. */
  readonly effort?: Sampling["effort"];
  /** Characters of a tool's output that the model is shown. Default: 32,000. */
  readonly maxResultChars?: number | undefined;
  /**
   * Secrets (keys, tokens, passwords) are taken out of what is kept, sent to a model and shown, and a marker stands in their
   * place: `"full"`. `"log"` only tells of them in events, `"off"` leaves them alone. Default: `"full"`.
   */
  readonly redaction?: "off" | "log" | "full" | undefined;
  /**
   * Whether notes of earlier sessions stand in the prompt, and tools such as `tools.memorySave` keep new ones, in the user's
   * own places. Default: false, because a library should write nothing to disk that nobody asked for.
   */
  readonly memory?: boolean | undefined;
  /** What commands may write; `"off"` runs them as this user, without a sandbox. Default: `"workspace-write"`. */
  readonly sandbox?: "read-only" | "workspace-write" | "off" | undefined;
  /** Messages that are sent at most: the first and the newest. Default: all. */
  readonly historyWindow?: number | undefined;
  /**
   * `"auto"`: when the window is nearly full, a summary by the model takes the place of old messages. `"off"`: none do. A
   * strategy is asked before each request which make way, and for which summary. Default: `"auto"`, or as `historyWindow` says.
   */
  readonly compaction?: CompactionStrategy | "auto" | "off" | undefined;
  /**
   * `"on"`: snapshots of the workspace's files are kept beside the sessions, around each call that can change them, so that they
   * can be compared and rewound. It needs a store that is a directory. Default: `"off"`.
   */
  readonly checkpoints?: "on" | "off" | undefined;
  /** Writes summaries in the place of the model. Default: the model itself, which has the conversation in its cache. */
  readonly compactModel?: string | undefined;
  /** Whether old outputs of tools are cut from what the model reads. Default: true. */
  readonly trim?: boolean | undefined;
  /** The model's window in tokens, when it is not known. */
  readonly contextWindow?: number | undefined;
  /** USD per million tokens, when they are not known. */
  readonly prices?: Prices | undefined;
}

/** The part of the options that people also set in files and flags. Throws KelsonError `bad_input` for a wrong one. */
export const configurationOf = (options: AgentOptions): Configuration => {
  const { model, fallbackModels, mode: permissionMode, timeoutMs, diskWaitMs, compaction } = options;
  const given = {
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !own.includes(name))),
    model: typeof model === "string" ? model : undefined,
    fallbackModel: fallbackModels?.join(","),
    permissionMode,
    compaction: typeof compaction === "string" ? compaction : undefined,
    timeout: timeoutMs === undefined ? undefined : timeoutMs / msPerSecond,
    diskWait: diskWaitMs === undefined ? undefined : diskWaitMs / msPerSecond,
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const checked = configuration.safeParse(set);
  if (checked.success) return { ...checked.data, rules: rulesIn(checked.data, "flags", (key) => `${key} of agent`) };
  throw new KelsonError("bad_input", checked.error.issues.map((issue) => wrongOption(issue, options)).join("; "));
};

const wrongOption = (issue: z.core.$ZodIssue, options: AgentOptions): string => {
  if (issue.code === "unrecognized_keys") return `agent has no option ${issue.keys.join(", ")}`;
  const key = String(issue.path[0]);
  const name = (names[key] ?? key) as keyof AgentOptions;
  return `${name} of agent cannot be ${name === "apiKey" ? "what was given" : JSON.stringify(options[name])}: ${issue.message}`;
};

/** What the options are called here that have another name there. */
const names: Readonly<Record<string, keyof AgentOptions>> = {
  permissionMode: "mode",
  timeout: "timeoutMs",
  diskWait: "diskWaitMs",
  fallbackModel: "fallbackModels",
};

/** Options that have another name there, or are no plain data. */
const own: readonly string[] = [
  "model",
  "fallbackModels",
  "tools",
  "cwd",
  "directories",
  "system",
  "mode",
  "onAsk",
  "store",
  "onDiskFull",
  "output",
  "timeoutMs",
  "diskWaitMs",
  "compaction",
] satisfies (keyof AgentOptions)[];

const msPerSecond = 1_000;
