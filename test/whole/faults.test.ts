/** Every fault of a model server, met by the program as a user runs it, in each dialect, streaming and not. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, type TestContext, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { eventOf } from "../../src/log/line.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import type { Reply } from "../../src/testing/model-server/reply.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { flagsOf, type Way, ways } from "./dialects.ts";
import { type Expected, type FaultCase, faultCases, noting } from "./fault-cases.ts";
import { type Ended, place, type Place } from "./program.ts";

const steps = 4;
const broken = 2;
const quick = { KELSON_RETRY_WAIT: "0.01" };

const nothingWrong: Expected = { failed: [], code: 0, state: "completed", why: "finished", lines: ["1", "2", "3"] };

describe.concurrent.each(ways)("$dialect, stream: $stream", (way) => {
  test.for(faultCases)("$name", async (fault, context) => {
    const expected = { ...nothingWrong, ...fault.expected(way) };
    const { requests, ran, here } = await worked(way, fault, context);
    const { expect } = context;
    const { events, result } = readStream(ran);
    expect({ stderr: ran.code === expected.code ? "" : ran.stderr, code: ran.code }).toEqual({
      stderr: "",
      code: expected.code,
    });
    expect(result).toMatchObject({
      exit_code: expected.code,
      is_error: expected.code !== 0,
      subtype: expected.code === 0 ? "success" : "error_during_execution",
      state: expected.state,
      result: expected.code === 0 ? "Done." : expect.stringMatching(/./u),
    });
    expect(failuresIn(events)).toEqual(expected.failed);
    expect(endsIn(events)).toEqual([`${expected.state}: ${expected.why}`]);
    const tries = expected.failed.length + (expected.code === 0 ? 1 : 0);
    expect(attemptsIn(events)).toEqual(Array.from({ length: tries }, (_, index) => index + 1));
    const asked = (expected.code === 0 ? steps : broken - 1) + expected.failed.length;
    expect([events.filter(({ type }) => type === "model.asked").length, requests]).toEqual([asked, asked]);
    expect(await linesIn(here)).toEqual(expected.lines);
    expect(startedTwice(events)).toEqual([]);
    expect(await logOf(here, result.session_id ?? "")).toEqual(events);
    if (fault.name.endsWith("with retry-after")) expect(waitsIn(events)).toEqual([1000]);
  });
});

const worked = async (way: Way, fault: FaultCase, { onTestFinished }: TestContext) => {
  let tried = 0;
  const server = await modelServer({
    dialect: way.dialect,
    reply: ({ turn }) => {
      if (turn !== broken) return rightReply(turn);
      tried += 1;
      return { ...rightReply(turn), ...fault.answer(tried) };
    },
  });
  const here = await place({ ...quick, ...fault.env }, onTestFinished);
  onTestFinished(server.close);
  const flags = [...flagsOf(way, server.url), "--permission-mode", "bypass", "--output-format", "stream-json"];
  const ran = await here.kelson("run", ...flags, "count");
  return { ran, here, requests: server.requests.length };
};

const rightReply = (turn: number): Reply =>
  turn >= steps ? { text: "Done." } : { reasoning: "What next? 🤔", text: spoken, calls: [noting(`${turn}`)] };

const spoken = "I note it, and say at some length why. ".repeat(10);

const readStream = ({ stdout }: Ended): { events: readonly Event[]; result: Result } => {
  const records = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; event: Event });
  if (records.filter(({ type }) => type === "result").length !== 1) throw new Error("one result was to be given");
  return {
    events: records.flatMap(({ type, event }) => (type === "event" ? [event] : [])),
    result: records.at(-1) as unknown as Result,
  };
};

const failuresIn = (events: readonly Event[]): string[] =>
  events.flatMap(({ type, data }) => (type === "model.failed" ? [data.category] : []));

/** Of the step that goes wrong. */
const attemptsIn = (events: readonly Event[]): number[] =>
  events.flatMap(({ type, step, data }) => (type === "model.asked" && step === broken ? [data.attempt] : []));

const waitsIn = (events: readonly Event[]): number[] =>
  events.flatMap(({ type, data }) => (type === "model.failed" ? [data.waitMs] : []));

const endsIn = (events: readonly Event[]): string[] =>
  events.flatMap(({ type, data }) => (type === "run.ended" ? [`${data.state}: ${data.why}`] : []));

const startedTwice = (events: readonly Event[]): string[] => {
  const started = events.flatMap(({ type, data }) => (type === "call.started" ? [data.call] : []));
  return started.filter((call, index) => started.indexOf(call) !== index);
};

/** Each call wrote one. */
const linesIn = async ({ cwd }: Place): Promise<string[]> =>
  (await readFile(join(cwd, "count.txt"), "utf8")).trimEnd().split("\n");

/** What is on disk, as `audit export` gives it. */
const logOf = async ({ home }: Place, session: string): Promise<Event[]> => {
  const store = sqlite(join(home, ".local", "state", "kelson"));
  try {
    return (await Array.fromAsync(store.read(session))).flat().map(eventOf);
  } finally {
    await store.close();
  }
};
