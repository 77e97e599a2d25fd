/** A task of 200 steps over HTTP that reads 8 KB a step in a small window: with trimming, and by summaries alone. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { modelServer, type ServedRequest } from "../../src/testing/model-server/server.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { place } from "./program.ts";

const steps = 200;
const files = 20;
const window = 32_000;
/** Fewer than are counted on before the server has counted any. */
const charsPerToken = 3;
const task = 'Read all files of this directory, and find the word "kelson" in <them>.';

const isAside = ({ text }: ServedRequest): boolean => text.includes("Write a record of it");

describe.concurrent.each([
  { name: "with trimming", flags: [], compactions: 1 },
  { name: "without trimming", flags: ["--no-trim"], compactions: 3 },
])("$name", ({ flags, compactions }) => {
  test(
    "200 steps stay under the window, and keep to the task",
    { timeout: 180_000 },
    async ({ expect, onTestFinished }) => {
      let step = 0;
      const server = await modelServer({
        dialect: "anthropic",
        reply: (request) => {
          const usage = { input: Math.ceil(request.text.length / charsPerToken), output: 40 };
          if (isAside(request))
            return { usage, text: `Read the files up to step ${step}; the word is not among them.` };
          step += 1;
          if (step === steps) return { usage, text: "There is no such word." };
          const path = `${(step * 7) % files}.txt`;
          return { usage, text: `Step ${step}.`, calls: [{ name: "read_file", input: { path }, id: `call_${step}` }] };
        },
      });
      onTestFinished(server.close);
      const { cwd, kelson } = await place({}, onTestFinished);
      for (let file = 0; file < files; file += 1) {
        const line = `This is a line of file ${file}, which says nothing that matters.\n`;
        await writeFile(join(cwd, `${file}.txt`), line.repeat(Math.ceil(8_192 / line.length)));
      }
      const model = ["--model", "anthropic/claude-test", "--base-url", server.url, "--context-window", String(window)];
      const ran = await kelson("run", ...model, ...flags, "--max-steps", "0", "--output-format", "json", task);
      const result = JSON.parse(ran.stdout) as Result;
      expect(result).toMatchObject({ subtype: "success", num_turns: steps, num_calls: steps - 1 });

      expect(Math.max(...server.requests.map(({ text }) => text.length / charsPerToken))).toBeLessThan(window);
      for (const { text } of server.requests) expect(text).toContain(JSON.stringify(task).slice(1, -1));

      const { session_id: session = "" } = result;
      const exported = await kelson("audit", "export", session, "--format", "json");
      const events = exported.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Event);
      expect(events.filter(({ type }) => type === "context.compacted").length).toBeGreaterThanOrEqual(compactions);
      expect(events.some(({ type }) => type === "context.trimmed")).toBe(flags.length === 0);
      expect(unnamedCuts(events)).toEqual([]);
      expect(await kelson("audit", "verify", session)).toMatchObject({ code: 0 });
      const shown = JSON.parse((await kelson("context", session, "--json")).stdout) as { tokens: number };
      expect(shown.tokens).toBeLessThan(window);
    },
  );
});

/** Requests that do not begin with the one before them, though no event says why. */
const unnamedCuts = (events: readonly Event[]): number[] => {
  let blocks = 0;
  let cut = false;
  return events.flatMap(({ type, seq, data }) => {
    if (type === "context.compacted" || type === "context.trimmed") cut = true;
    if (type !== "model.asked" || data.purpose !== "answer") return [];
    const broken = data.blocks.kept < blocks && !cut;
    blocks = data.blocks.kept + data.blocks.added.length;
    cut = false;
    return broken ? [seq] : [];
  });
};
