/** A task of 50 steps over HTTP, through the program as a user runs it, in each dialect, streaming and not. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Fault } from "../../src/testing/model-server/reply.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { flagsOf, ways } from "./dialects.ts";
import { place } from "./program.ts";

const steps = 50;
const troubled = 25;
const cut: Fault = { kind: "cut", afterBytes: 60 };

describe.concurrent.each(ways)("$dialect, stream: $stream", (way) => {
  test.for([
    { when: "when all goes well", fault: undefined, failed: [] },
    { when: "with a reply that is cut off on the way", fault: cut, failed: ["network"] },
  ])("50 steps $when", async ({ fault, failed }, { expect, onTestFinished }) => {
    let tried = 0;
    const server = await modelServer({
      dialect: way.dialect,
      reply: ({ turn }) => {
        if (turn === troubled) tried += 1;
        const right =
          turn === steps ? { text: `All ${steps} steps are done.` } : { text: `Step ${turn}.`, calls: [callOf(turn)] };
        return turn === troubled && tried === 1 && fault !== undefined ? { ...right, fault } : right;
      },
    });
    onTestFinished(server.close);
    const { cwd, kelson } = await place({ KELSON_RETRY_WAIT: "0.01" }, onTestFinished);
    const flags = [...flagsOf(way, server.url), "--permission-mode", "bypass", "--output-format", "json"];
    const ran = await kelson("run", ...flags, "count to fifty");
    const result = JSON.parse(ran.stdout) as Result;
    expect(result).toMatchObject({
      result: `All ${steps} steps are done.`,
      num_turns: steps,
      num_calls: steps - 1,
      is_error: false,
      subtype: "success",
    });
    expect(ran.code).toBe(0);
    expect(server.requests).toHaveLength(steps + failed.length);
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(1 + failed.length);
    const lines = (await readFile(join(cwd, "count.txt"), "utf8")).trim().split("\n");
    expect(lines).toEqual(Array.from({ length: (steps - 2) / 2 }, (_, index) => String(2 * index + 2)));
    const { session_id: session = "" } = result;
    const events = (await kelson("audit", "export", session, "--format", "json")).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event);
    expect(events.flatMap(({ type, data }) => (type === "model.failed" ? [data.category] : []))).toEqual(failed);
    expect(events.filter(({ type }) => type === "call.started")).toHaveLength(steps - 1);
    expect(events.slice(-2)).toMatchObject([
      { type: "run.ended", data: { state: "completed" } },
      { type: "log.signed" },
    ]);
    expect(await kelson("audit", "verify", session)).toMatchObject({ code: 0 });
  });
});

// Even steps have an effect that can be counted, odd ones read what is there.
const callOf = (turn: number) =>
  turn % 2 === 0
    ? { name: "bash", input: { command: `echo ${turn} >> count.txt` } }
    : { name: "list_directory", input: { path: "." } };
