/** What a person can set: the same names in the configuration file, the environment and the flags, and what is assembled from it. */
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import type { ContentPlace } from "./content.ts";
import type { MemoryKeeper } from "./memory.ts";
import { type ModelFacts, modelOverrides } from "./model-facts.ts";
import type { Message } from "./message.ts";
import type { PluginKeeper, PluginPlace } from "./plugin.ts";
import type { ToolSpec } from "./provider.ts";
import type { Runtime } from "./runtime.ts";
import type { SkillKeeper } from "./skill.ts";
import { type Hold, type Mode, mode, prices, type RuleEntry, type RunSettings, sampling } from "./terms.ts";
import type { Tool } from "./tool.ts";
import type { Confinement } from "./world.ts";

/** A list, or rules in one text, separated by commas. */
const rules = z.union([z.string().min(1), z.array(z.string().min(1))]);

/** Names are camelCase here, `KELSON_MAX_STEPS` in the environment, `--max-steps` as flags. */
export const configuration = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .describe("provider/model, for example anthropic/claude-sonnet-5 or openai-compatible/qwen3"),
    fallbackModel: z
      .string()
      .min(1)
      .describe("models to go on with when the model fails for good, separated by commas"),
    baseUrl: z.url({ protocol: /^https?$/ }).describe("where the model's API is"),
    apiKey: z.string().min(1).describe("the API key; better kept in the environment"),
    permissionMode: mode.describe(`how freely calls run: ${mode.options.join(", ")}`),
    allow: rules.describe("rules of calls that run without asking, such as Bash(git status:*)"),
    ask: rules.describe("rules of calls that are asked about, whatever allows them"),
    deny: rules.describe("rules of calls that never run, such as Read(private/**)"),
    sandbox: z
      .enum(["read-only", "workspace-write", "off"])
      .describe("what commands may write: read-only, workspace-write; off = as this user, without a sandbox"),
    onAsk: z.enum(["deny", "pause"]).describe("when nobody is there to approve: deny, or pause until `kelson answer`"),
    maxSteps: z.int().min(0).describe("model replies in a run, 0 = no limit"),
    maxBudgetUsd: z.number().min(0).describe("USD in a run, 0 = no limit"),
    maxSessionBudgetUsd: z.number().min(0).describe("USD in a session, all its runs together, 0 = no limit"),
    maxTokens: z.int().min(0).describe("tokens in and out in a run, 0 = no limit"),
    maxAgents: z.int().min(0).describe("sub-agents of a session that are at work at once, 0 = none"),
    maxAgentDepth: z.int().min(0).describe("how deep sub-agents may be nested, 0 = none"),
    maxAgentSteps: z.int().min(0).describe("model replies of a sub-agent, 0 = no limit"),
    timeout: z.number().min(0).describe("seconds of model and tool time in a run, 0 = no limit"),
    idleTimeout: z.number().min(0).describe("seconds in which something has to arrive from the model, 0 = no limit"),
    retryWait: z.number().min(0).describe("seconds before a failed model call is tried again; doubles with each try"),
    diskWait: z.number().min(0).describe("seconds before a write that found the disk full is tried again"),
    temperature: z.number().min(0).max(2).describe("how freely the model chooses its words, 0 to 2"),
    maxOutputTokens: z.int().min(1).describe("tokens of one reply"),
    effort: sampling.shape.effort.unwrap().describe("how long a reasoning model thinks"),
    stream: z.boolean().describe("whether replies stream"),
    systemPrompt: z.string().min(1).describe("stands in place of the built-in system prompt: text, or @file"),
    appendSystemPrompt: z.string().min(1).describe("comes after the system prompt: text, or @file"),
    allowedTools: z.string().min(1).describe("tools that are offered, or sets of them, separated by commas"),
    disallowedTools: z.string().min(1).describe("tools that are not offered, or sets of them, separated by commas"),
    addDir: z
      .string()
      .min(1)
      .describe("further directories to work in, separated by commas; relative to the session's own"),
    redaction: z
      .enum(["off", "log", "full"])
      .describe(
        "secrets are taken out of what is kept, sent and shown (full), only told of (log), or left alone (off)",
      ),
    historyWindow: z.int().min(4).describe("messages that are sent at most; the first and the newest stay"),
    trim: z.boolean().describe("cut outputs of old calls from what the model reads; on unless set"),
    compaction: z
      .enum(["auto", "off"])
      .describe("put a summary in the place of old messages when the window is nearly full: auto, or off"),
    checkpoints: z
      .enum(["on", "off"])
      .describe(
        "save the files of the workspace around calls that can change them, so that they can be rewound: on, or off",
      ),
    compactModel: z.string().min(1).describe("provider/model that writes summaries, such as a cheaper one"),
    offline: z.boolean().describe("only this machine: models and pages elsewhere are refused"),
    verify: z.boolean().describe("ask for proof of every requirement before completion"),
    maxResultChars: z.int().min(1000).describe("how much of a tool's output the model is shown"),
    contextWindow: z.int().min(1).describe("the model's window in tokens"),
    prices: prices.describe("USD per million tokens"),
    models: modelOverrides,
    memory: z
      .boolean()
      .describe("whether notes of earlier sessions are read and new ones kept, and past sessions can be recalled"),
    profile: z.boolean().describe("whether the model learns what it knows of the user, and that stands in the prompt"),
    theme: z.string().min(1).describe("how the terminal program looks: the name of a theme"),
    layout: z
      .string()
      .min(1)
      .describe("regions of the terminal program in their order, separated by commas; -name alone hides one"),
    screenReader: z.boolean().describe("the terminal program plain and linear, for a screen reader"),
    stateDir: z.string().min(1).describe("where sessions are kept"),
  })
  .partial();

/**
 * What all places together set. Rules do not replace each other: `rules` are those of all places, in order. `toolPlaces` are
 * the directories with plug-in tools that count and are there; the first that has a tool of a name wins. `contentPlaces` are
 * those of skills and agents, likewise.
 */
export type Configuration = z.infer<typeof configuration> & {
  readonly rules?: readonly RuleEntry[] | undefined;
  readonly toolPlaces?: readonly PluginPlace[] | undefined;
  readonly contentPlaces?: readonly ContentPlace[] | undefined;
};

/** The name of a setting. */
export type SettingKey = keyof typeof configuration.shape;

/** Looks into the configuration and changes it. Rejects with `bad_input`, naming the file, the key and what would be right. */
export interface ConfigurationKeeper {
  /** The user's own. */
  readonly file: string;
  /** What is set, and where; secrets are not shown. */
  readonly show: () => Promise<readonly { readonly key: string; readonly value: unknown; readonly from: string }[]>;
  /** Sets one value in the user's file and keeps the others. */
  readonly set: (key: string, text: string) => Promise<void>;
  /** Writes the user's file where there is none yet. */
  readonly init: (settings: Configuration) => Promise<void>;
  /** As JSON Schema. */
  readonly schema: () => unknown;
  /** Trusts all that this directory's `.kelson` brings, and the skills and agents that count here, as they are now. */
  readonly trust: () => Promise<{
    readonly directories: readonly string[];
    readonly files: readonly string[];
    readonly settings: Readonly<Record<string, unknown>>;
  }>;
  /** Gives back whether it had been trusted. */
  readonly forget: () => Promise<boolean>;
  /** Takes back a rule that was answered for always here. Gives back whether there was one. */
  readonly forgetRule: (rule: string) => Promise<boolean>;
}

/** How a call would be judged, and each thing that it is about. */
export interface ExplainedCall {
  readonly tool: string;
  readonly mode: Mode;
  readonly sandbox: string;
  readonly decision: RuleEntry["decision"];
  readonly rule: string;
  readonly reason?: string | undefined;
  readonly aspects: readonly {
    readonly about: string;
    readonly decision: RuleEntry["decision"];
    readonly rule: string;
  }[];
  /** The rules that an answer for longer would add. */
  readonly grant?: string | undefined;
}

/** What a model would read of a task, here and now. Nothing was asked of one. */
export interface PromptView {
  readonly tools: readonly ToolSpec[];
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** All that it is made of, in the order in which it is read; `tokens` is estimated, at four characters each. */
  readonly layers: readonly {
    readonly layer: string;
    readonly source: string;
    readonly position: "tools" | "system" | "turn";
    readonly text: string;
    readonly chars: number;
    readonly tokens: number;
  }[];
}

/** Where the terminal program keeps and finds what is a person's own. */
export interface ScreenPlaces {
  /** What was typed before. */
  readonly historyFile: string;
  /** Keys that the person chose. */
  readonly keysFile: string;
  readonly themesDirectory: string;
  /** Whether a file holds credentials, by its absolute path. */
  readonly isSecret: (path: string) => boolean;
}

/** One thing that a check found. `fail` is what does not work, `warn` what may go wrong; the text says what to set. */
export interface Finding {
  readonly name: string;
  readonly state: "ok" | "note" | "warn" | "fail";
  readonly text: string;
}

/** What came of one attack on the sandbox: `damage` is empty when it held; `promised` says whether it says that it does. */
export interface AttackFinding {
  readonly name: string;
  readonly hold: Hold;
  readonly promised: boolean;
  readonly damage: readonly string[];
}

/** What a setting is for. */
export const aboutSetting = (key: SettingKey): string => configuration.shape[key].unwrap().description ?? "";

/** `maxSteps` as a flag: `--max-steps`. */
export const flagName = (key: string): string => `--${kebab(key)}`;

/** `maxSteps` as a variable of the environment: `KELSON_MAX_STEPS`. */
export const variableName = (key: string): string => `KELSON_${kebab(key).replaceAll("-", "_").toUpperCase()}`;

const kebab = (key: string): string => key.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** What one process runs with. `saved: false` keeps sessions in memory only. */
export interface AssembleOptions {
  readonly configuration: Configuration;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly saved: boolean;
  /** Whether a person can be asked while the run goes on. */
  readonly interactive: boolean;
  /** JSON Schema that answers have to fit. */
  readonly output?: unknown;
  /** Hears of what does not count and why, one sentence each. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** What a question about one directory needs. */
export type Here = Pick<AssembleOptions, "configuration" | "cwd" | "env" | "warn">;

/** The parts, put together. `chosen` says in one sentence which model was picked and why. */
export interface Assembled {
  readonly runtime: Runtime;
  readonly settings: RunSettings;
  readonly chosen: string;
}

/**
 * Puts the parts together. `withModel` finds the model first (KelsonError `no_model` when there is none); without it only
 * what needs no model works: listing, showing, verifying.
 */
export interface Assemble {
  readonly withModel: (options: AssembleOptions) => Promise<Assembled>;
  readonly withoutModel: (options: AssembleOptions) => Promise<Runtime>;
  /** Those that the configuration offers. KelsonError `bad_input` when it names one that is none. */
  readonly tools: (options: Here) => Promise<readonly Tool[]>;
  /** The types of sub-agents here: built-in ones, and those of the places that count. */
  readonly agents: (options: Here) => Promise<readonly AgentDefinition[]>;
  /** The plug-in tools of this machine and of this directory. */
  readonly plugins: (options: Here) => Promise<PluginKeeper>;
  /** What a model would read of a task. Makes no session, and needs no model. */
  readonly prompt: (options: AssembleOptions, task: string) => Promise<PromptView>;
  /** The skills of this person and of this directory. */
  readonly skills: (options: Here) => Promise<SkillKeeper>;
  /** How a call, such as `bash git push`, would be judged here, while the skill is in force. KelsonError `bad_input` for what is none. */
  readonly explain: (options: Here, call: string, skill?: string) => Promise<ExplainedCall>;
  readonly screen: (options: Here) => Promise<ScreenPlaces>;
  /** Checks this machine, and the model with a few small requests when that is asked for. */
  readonly doctor: (
    options: Pick<AssembleOptions, "configuration" | "cwd" | "env">,
    probes: "machine" | "model",
  ) => AsyncIterable<Finding>;
  /** The notes of the user and of the directory's project. */
  readonly memory: (options: Pick<AssembleOptions, "cwd" | "env">) => Promise<MemoryKeeper>;
  /** What commands in the directory are held to. */
  readonly confinement: (options: Pick<AssembleOptions, "configuration" | "cwd" | "env">) => Promise<Confinement>;
  /** Attacks the sandbox, with harmless programs. */
  readonly attack: (options: Pick<AssembleOptions, "configuration" | "env">) => AsyncIterable<AttackFinding>;
  /** The known models whose name holds every word of the text; `source` says where that is from, the user's own word apart. */
  readonly models: (
    text: string,
    configuration: Configuration,
  ) => { readonly source: string; readonly models: readonly ModelFacts[] };
}
