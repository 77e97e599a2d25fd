/** What kind of sub-agent there is: what it is for, what it may use, and what it is told. */

export interface AgentType {
  readonly name: string;
  /** What it is for; the model that may start it reads this. */
  readonly description: string;
  /** Names of tools; absent, those of the session that starts it. */
  readonly tools?: readonly string[] | undefined;
  /** As `provider/model`; absent, that of the session that starts it. */
  readonly model?: string | undefined;
  /** Model replies at most. */
  readonly steps?: number | undefined;
  /** What it is told beside the system prompt. */
  readonly prompt: string;
}

/** One that is kept somewhere. */
export interface AgentDefinition extends AgentType {
  readonly source: "built-in" | "user" | "project";
  /** The file that it stands in. */
  readonly path?: string | undefined;
}
