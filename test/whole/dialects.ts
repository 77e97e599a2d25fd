/** The wire formats that the program speaks, each with the name of a model behind it, streaming and not. */
import type { DialectName } from "../../src/testing/model-server/server.ts";

const models: Readonly<Record<DialectName, string>> = {
  anthropic: "anthropic/claude-test",
  "openai-chat": "openai-compatible/test",
  "openai-responses": "openai/test",
  gemini: "gemini/test",
  ollama: "ollama/test",
};

export interface Way {
  readonly dialect: DialectName;
  readonly stream: boolean;
}

export const ways: readonly Way[] = (Object.keys(models) as DialectName[]).flatMap((dialect) =>
  [true, false].map((stream) => ({ dialect, stream })),
);

/** The flags that lead there. */
export const flagsOf = ({ dialect, stream }: Way, url: string): readonly string[] => [
  "--model",
  models[dialect],
  "--base-url",
  url,
  ...(stream ? [] : ["--no-stream"]),
];
