/** The configuration: the file, then the environment, then the flags; and errors that say where and what would be right. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configurationFile } from "../../src/configuration/files.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";
import { KelsonError, sentenceOf } from "../../src/contract/error.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "kelson-config-"));
  await mkdir(join(home, "kelson"));
});
afterAll(() => rm(home, { recursive: true }));

const read = async (given: {
  file?: string;
  env?: Record<string, string>;
  flags?: Record<string, string | boolean>;
}) => {
  const env = { XDG_CONFIG_HOME: home, ...given.env };
  await rm(configurationFile(env), { force: true });
  if (given.file !== undefined) await writeFile(configurationFile(env), given.file);
  const { contentPlaces, ...set } = await readConfiguration({ env, flags: given.flags ?? {} });
  expect(contentPlaces?.every(({ source }) => source === "user")).toBe(true);
  return set;
};

test("nothing is set when nothing is said", async () => {
  expect(await read({})).toEqual({});
});

test("what comes later wins", async () => {
  const file = JSON.stringify({ model: "file/m", maxSteps: 1, timeout: 1.5, verify: true });
  const env = { KELSON_MODEL: "env/m", KELSON_MAX_STEPS: "2", KELSON_API_KEY: "123" };
  expect(await read({ file, env, flags: { model: "flag/m", stream: false } })).toEqual({
    model: "flag/m",
    maxSteps: 2,
    timeout: 1.5,
    verify: true,
    apiKey: "123",
    stream: false,
  });
});

test("a table may stand in the environment as JSON", async () => {
  const env = { KELSON_PRICES: '{"input":1,"output":2}', KELSON_STREAM: "false" };
  expect(await read({ env })).toEqual({ prices: { input: 1, output: 2 }, stream: false });
});

test("the file is where XDG says, else below the home directory", () => {
  expect(configurationFile({ XDG_CONFIG_HOME: "/c" })).toBe("/c/kelson/config.json");
  expect(configurationFile({ HOME: "/h" })).toBe("/h/.config/kelson/config.json");
});

describe("an error names the place, the key, the value and what would be right", () => {
  test.each([
    [{ flags: { maxSteps: "ten" } }, '--max-steps must be a whole number of at least 0, got "ten"'],
    [{ flags: { maxSteps: "1.5" } }, '--max-steps must be a whole number of at least 0, got "1.5"'],
    [{ flags: { temperature: "3" } }, '--temperature must be a number of at least 0 and at most 2, got "3"'],
    [{ flags: { baseUrl: "localhost" } }, '--base-url must be an http or https URL, got "localhost"'],
    [{ env: { KELSON_ON_ASK: "wait" } }, 'KELSON_ON_ASK must be one of deny, pause, got "wait"'],
    [{ env: { KELSON_VERIFY: "yes" } }, 'KELSON_VERIFY must be true or false, got "yes"'],
    [{ file: '{"maxSteps":"10"}' }, 'config.json: maxSteps must be a whole number of at least 0, got "10"'],
    [{ file: '{"maxStep":10}' }, "config.json: maxStep is no key of the configuration"],
    [
      { file: '{"prices":5}' },
      "config.json: prices must be an object with input, output, cacheRead, cacheWrite, got 5",
    ],
    [{ file: "[1]" }, "config.json must hold a JSON object"],
    [{ file: "{" }, "config.json must hold a JSON object"],
  ])("%j", async (given, sentence) => {
    const error: unknown = await read(given as Parameters<typeof read>[0]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KelsonError);
    expect(error).toMatchObject({ code: "bad_input" });
    expect(sentenceOf(error)).toContain(sentence);
  });
});
