/** Whatever stands in the configuration, the environment and the flags: it is taken, or refused in one sentence. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constantFrom, dictionary, json, jsonValue, oneof, string, tuple } from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { keys } from "../../src/configuration/check.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";
import { KelsonError } from "../../src/contract/error.ts";
import { variableName } from "../../src/contract/options.ts";
import { holds } from "../log/holds.ts";

const value = oneof(
  string({ unit: "binary", maxLength: 40 }),
  constantFrom(
    "auto",
    "default",
    "off",
    "full",
    "0",
    "-1",
    "1e999",
    "{}",
    "[",
    "null",
    "true",
    "Bash(",
    "Read(a), Edit(b)",
  ),
  jsonValue(),
);
const key = oneof({ weight: 8, arbitrary: constantFrom(...keys) }, string({ maxLength: 12 }));
const settings = dictionary(key, value, { maxKeys: 4 });

/** Gives back what was said, if it was refused. */
const read = async (places: Parameters<typeof readConfiguration>[0]): Promise<string | undefined> => {
  try {
    await readConfiguration(places);
    return undefined;
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    return error.message;
  }
};

test("files, variables and flags", async () => {
  const home = await mkdtemp(join(tmpdir(), "kelson-config-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const file = join(home, ".config/kelson/config.json");
  await mkdir(join(home, ".config/kelson"), { recursive: true });
  const texts = oneof(
    settings.map((given) => JSON.stringify(given)),
    string({ unit: "binary" }),
    json(),
  );
  await holds(texts, async (text) => {
    await writeFile(file, text);
    const said = await read({ env: { HOME: home }, flags: {}, cwd: home });
    expect(said ?? file).toContain(file);
  });
  await rm(file);
  await holds(tuple(constantFrom(...keys), string({ unit: "binary", maxLength: 40 })), async ([name, text]) => {
    const said = await read({ env: { HOME: home, [variableName(name)]: text }, flags: {} });
    expect(said ?? variableName(name)).toContain(variableName(name));
    const flagged = await read({ env: { HOME: home }, flags: { [name]: text } });
    expect(flagged ?? "--").toContain("--");
  });
});
