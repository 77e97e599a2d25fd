/** What goes over the wire when a session goes on in other processes, with other flags: each body begins with the one before it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DialectName, modelServer } from "../../src/testing/model-server/server.ts";
import { workshop } from "./workshop.ts";

const models: Readonly<Record<DialectName, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  "openai-chat": "openai-compatible/gpt-5",
  "openai-responses": "openai/gpt-5",
  gemini: "gemini/gemini-2.5-pro",
  ollama: "ollama/qwen3",
};

/** How the session goes on: the flags of a run, in a directory that has one more file each time. */
const runs: readonly (readonly string[])[] = [
  [],
  ["-c"],
  ["-c", "--append-system-prompt", "Answer in rhymes."],
  ["-c", "--system-prompt", "You are a gardener."],
  ["-c", "--permission-mode", "bypass", "--sandbox", "off"],
  ["-c", "--disallowed-tools", "bash,grep"],
  ["-c", "--json-schema", '{"type":"object"}'],
  ["-c", "--max-result-chars", "2000"],
];

test.each(Object.entries(models) as [DialectName, string][])("%s", async (dialect, model) => {
  const { kelson, cwd } = await workshop();
  const server = await modelServer({
    dialect,
    reply: ({ turn }) =>
      turn % 2 === 1 ? { text: "I look.", calls: [{ name: "list_directory", input: {} }] } : { text: "{}" },
  });
  try {
    for (const [index, flags] of runs.entries()) {
      await writeFile(join(cwd, `file-${index}`), "x".repeat(2_000));
      const { code, stderr } = await kelson(["run", "-m", model, "--base-url", server.url, ...flags, `task ${index}`], {
        env: { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" },
      });
      expect({ flags, code, stderr }).toMatchObject({ flags, code: 0 });
    }
    const bodies = server.requests.flatMap(({ text }) => (text.includes("task 0") ? [unmarked(text)] : []));
    expect(bodies).toHaveLength(2 * runs.length);
    const parted = bodies.flatMap((body, index) => (body.startsWith(open(bodies[index - 1] ?? "")) ? [] : [index]));
    expect(parted).toEqual([]);
    expect(bodies.at(-1)).toContain("Answer in rhymes.");
    expect(bodies.at(-1)).toContain("These tools cannot be called now: grep, bash.");
  } finally {
    await server.close();
  }
});

const unmarked = (text: string): string => text.replaceAll(`,"cache_control":{"type":"ephemeral"}`, "");

/** Without what closes the list of messages and the body. */
const open = (body: string): string => body.slice(0, -"]}".length);
