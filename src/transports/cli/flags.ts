/** The flags of commands that let a model work; those of the configuration bear its own names and descriptions. */
import { type Command, Option } from "commander";
import { aboutSetting, flagName, type SettingKey } from "../../contract/options.ts";
import type { Flags } from "./surroundings.ts";

type Key = SettingKey;

/** Which keys are flags, and what stands for their value. Keys of secrets and of tables stay in the file and the environment. */
const valued = {
  model: "provider/model",
  fallbackModel: "models",
  baseUrl: "url",
  permissionMode: "mode",
  allow: "rules",
  ask: "rules",
  deny: "rules",
  sandbox: "what",
  onAsk: "what",
  maxSteps: "n",
  maxBudgetUsd: "usd",
  maxSessionBudgetUsd: "usd",
  maxTokens: "n",
  timeout: "seconds",
  idleTimeout: "seconds",
  retryWait: "seconds",
  temperature: "t",
  maxOutputTokens: "n",
  effort: "low|medium|high",
  systemPrompt: "text|@file",
  appendSystemPrompt: "text|@file",
  allowedTools: "names",
  disallowedTools: "names",
  addDir: "directories",
  maxResultChars: "n",
  redaction: "off|log|full",
  contextWindow: "tokens",
  historyWindow: "messages",
  compaction: "auto|off",
  checkpoints: "on|off",
  compactModel: "provider/model",
  stateDir: "directory",
} as const satisfies { [K in Key]?: string };

/** Flags that are no part of the configuration. */
export interface RunFlags {
  readonly file?: string;
  readonly continue?: boolean;
  readonly resume?: string | true;
  readonly session: boolean;
  readonly jsonSchema?: string;
  readonly outputLastMessage?: string;
  readonly outputFormat: OutputFormat;
  readonly inputFormat?: "text" | "stream-json";
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly logLevel?: LogLevel;
  readonly logFile?: string;
}

export const outputFormats = ["text", "json", "stream-json", "codex"] as const;
export type OutputFormat = (typeof outputFormats)[number];

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export const addConfigurationFlags = (command: Command): Command => {
  for (const [key, value] of Object.entries(valued) as [keyof typeof valued, string][]) {
    const short = key === "model" ? "-m, " : "";
    const flag = `${short}${flagName(key)} <${value}>`;
    if (key === "addDir") command.option(flag, aboutSetting(key), oneMore);
    else command.option(flag, aboutSetting(key));
  }
  return command
    .option("--verify", aboutSetting("verify"))
    .option("--offline", aboutSetting("offline"))
    .option("--no-trim", "leave the outputs of old calls in what the model reads")
    .option("--no-stream", "ask for whole replies instead of streaming ones");
};

/** What is given again adds to what was given before. */
const oneMore = (value: string, before?: string): string => (before === undefined ? value : `${before},${value}`);

export const addSessionFlags = (command: Command): Command =>
  command
    .option("-c, --continue", "go on with the latest session of this directory")
    .option("-r, --resume [session]", "go on with a session, by default the latest of all")
    .option("--no-session", "keep nothing: the session lives in memory only");

export const addRunFlags = (command: Command): Command =>
  addSessionFlags(command).option(
    "--json-schema <schema>",
    "JSON Schema that the answer has to fit: inline, or a file",
  );

export const addOutputFlags = (command: Command): Command =>
  logFlags(
    command
      .addOption(
        new Option("--output-format <format>", "what is written to standard output")
          .choices(outputFormats)
          .default("text"),
      )
      .option("-o, --output-last-message <file>", "write the answer to a file, too"),
  );

export const logFlags = (command: Command): Command =>
  command
    .option("--verbose", "show reasoning, outputs and diffs")
    .option("--quiet", "show nothing but the answer and errors")
    .addOption(
      new Option("--log-level <level>", "how much is logged, to --log-file or standard error").choices(logLevels),
    )
    .option("--log-file <file>", "append structured JSON diagnostics to a file");

/** The configuration among a command's parsed options. `stream` and `trim` count only when they were switched off. */
export const configurationFlags = (options: Readonly<Record<string, unknown>>): Flags => {
  const given = Object.entries(options).filter(
    ([name, value]) =>
      name in valued ||
      name === "verify" ||
      name === "offline" ||
      ((name === "stream" || name === "trim") && value === false),
  );
  return Object.fromEntries(given) as Flags;
};
