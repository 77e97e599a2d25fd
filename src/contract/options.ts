/** What a person can set: the same names in the configuration file, the environment and the flags, and what is assembled from it. */
import { z } from "zod";
import type { Runtime } from "./runtime.ts";
import { mode, prices, type RunSettings, sampling } from "./terms.ts";
import type { Tool } from "./tool.ts";

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
    permissionMode: mode.describe("how freely calls run"),
    onAsk: z.enum(["deny", "pause"]).describe("when nobody is there to approve: deny, or pause until `kelson answer`"),
    maxSteps: z.int().min(0).describe("model replies in a run, 0 = no limit"),
    maxBudgetUsd: z.number().min(0).describe("USD in a run, 0 = no limit"),
    maxSessionBudgetUsd: z.number().min(0).describe("USD in a session, all its runs together, 0 = no limit"),
    maxTokens: z.int().min(0).describe("tokens in and out in a run, 0 = no limit"),
    timeout: z.number().min(0).describe("seconds of model and tool time in a run, 0 = no limit"),
    temperature: z.number().min(0).max(2).describe("how freely the model chooses its words, 0 to 2"),
    maxOutputTokens: z.int().min(1).describe("tokens of one reply"),
    effort: sampling.shape.effort.unwrap().describe("how long a reasoning model thinks"),
    stream: z.boolean().describe("whether replies stream"),
    verify: z.boolean().describe("ask for proof of every requirement before completion"),
    maxResultChars: z.int().min(1000).describe("how much of a tool's output the model is shown"),
    contextWindow: z.int().min(1).describe("the model's window in tokens"),
    prices: prices.describe("USD per million tokens"),
    stateDir: z.string().min(1).describe("where sessions are kept"),
  })
  .partial();

export type Configuration = z.infer<typeof configuration>;

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
}

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
  readonly tools: () => Promise<readonly Tool[]>;
}
