/** A task of 50 steps over HTTP, through the program as a user runs it, in each dialect, streaming and not. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { place } from "./program.ts";

const steps = 50;
const dialects = [
  { dialect: "anthropic", model: "anthropic/claude-test" },
  { dialect: "openai-chat", model: "openai-compatible/test" },
] as const;

describe.each(dialects)("$dialect", ({ dialect, model }) => {
  test.each(["--stream", "--no-stream"])("50 steps with %s", async (flag) => {
    const server = await modelServer({
      dialect,
      reply: ({ turn }) =>
        turn === steps ? { text: `All ${steps} steps are done.` } : { text: `Step ${turn}.`, calls: [callOf(turn)] },
    });
    onTestFinished(server.close);
    const { cwd, kelson } = await place();
    const where = ["-m", model, "--base-url", server.url, ...(flag === "--stream" ? [] : [flag])];
    const ran = await kelson(
      "run",
      ...where,
      "--permission-mode",
      "bypass",
      "--output-format",
      "json",
      "count to fifty",
    );
    const result = JSON.parse(ran.stdout) as {
      session_id: string;
      result: string;
      num_turns: number;
      is_error: boolean;
    };
    expect(result).toMatchObject({ result: `All ${steps} steps are done.`, num_turns: steps, is_error: false });
    expect(ran.code).toBe(0);
    expect(server.requests).toHaveLength(steps);
    expect(server.connections()).toBe(1);
    const lines = (await readFile(join(cwd, "count.txt"), "utf8")).trim().split("\n");
    expect(lines).toEqual(
      Array.from({ length: steps - 1 }, (_, index) => String(index + 1)).filter((_, index) => (index + 1) % 2 === 0),
    );
    const verified = await kelson("audit", "verify", result.session_id);
    expect(verified).toMatchObject({ code: 0 });
  });
});

// Even steps have an effect that can be counted, odd ones read what is there.
const callOf = (turn: number) =>
  turn % 2 === 0
    ? { name: "bash", input: { command: `echo ${turn} >> count.txt` } }
    : { name: "list_directory", input: { path: "." } };
