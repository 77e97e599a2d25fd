/** `kelson tools add, list, check, remove`, and whose plug-ins are offered. */
import { readdirSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plugin } from "../extensions/plugged.ts";
import { workshop, type Workshop } from "./workshop.ts";

const examples = join(import.meta.dirname, "../../examples/plugins");
const wordCount = join(examples, "word-count");
const csvColumns = join(examples, "csv-columns");

const says = (output: unknown): string => `#!/bin/sh\necho '${JSON.stringify({ ok: true, output })}'\n`;

/** With `.kelson/tools/<name>` for each of them. */
const project = async (tools: Readonly<Record<string, string>>): Promise<Workshop> => {
  const shop = await workshop();
  for (const [name, script] of Object.entries(tools))
    await plugin(script, { name }, join(shop.cwd, ".kelson", "tools", name));
  return shop;
};

const names = async ({ kelson }: Workshop, ...flags: string[]): Promise<string[]> => {
  const { stdout } = await kelson(["tools", "list", "--json", ...flags]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { name: string }).name);
};

describe("add", () => {
  test("shows what it may do, copies it whole, and replaces an older one", async () => {
    const { kelson, home } = await workshop();
    const first = await kelson(["tools", "add", wordCount]);
    const place = join(home, ".local/share/kelson/tools/word_count");
    expect(first).toEqual({
      code: 0,
      stdout: [
        "tool       word_count 1.0.0",
        "is for     Count the lines, words and characters of a text file of the workspace.",
        "may        fs_read",
        "runs       node ./word-count.ts",
        "takes      10 s, 1024 MB at most",
        `stands in  ${place}`,
        "",
      ].join("\n"),
      stderr: "word_count 1.0.0 is added.\n",
    });
    expect(readdirSync(place).toSorted()).toEqual(readdirSync(wordCount).toSorted());
    const newer = await plugin("", { name: "word_count", version: "2.0.0" });
    expect((await kelson(["tools", "add", newer])).stderr).toBe("word_count 2.0.0 is added, in the stead of 1.0.0.\n");
    expect(readdirSync(place).toSorted()).toEqual(["run", "tool.json"]);
    expect(readdirSync(join(place, ".."))).toEqual(["word_count"]);
  });

  test("stands where XDG_DATA_HOME says", async () => {
    const { kelson, home } = await workshop();
    const { stdout } = await kelson(["tools", "add", csvColumns], { env: { XDG_DATA_HOME: join(home, "data") } });
    expect(stdout).toContain(`stands in  ${join(home, "data/kelson/tools/csv_columns")}\n`);
  });

  test.each<[string, object, string]>([
    ["a wrong field", { timeout: 900 }, "tool.json: timeout: Too big: expected number to be <=300"],
    ["an unknown key", { permission: ["none"] }, 'tool.json: the manifest: Unrecognized key: "permission"'],
    ["a built-in name", { name: "bash" }, "bash is the name of one of Kelson's own tools"],
    ["a set's name", { name: "plugins" }, "plugins is the name of a set of tools"],
    [
      "none beside others",
      { permissions: ["none", "network"] },
      "permissions: must be none alone, or others without it",
    ],
    ["hosts without the network", { hosts: ["a.example"] }, "hosts: need the permission network"],
    ["an address for a host", { permissions: ["network"], hosts: ["https://a.example"] }, "hosts.0: must be a host"],
    ["a way out", { command: ["./../run"] }, "command.0: must not lead out of the plug-in's own directory"],
    ["a schema that is none", { input: { type: "object", $ref: "#" } }, "the input schema of the tool probe is none"],
  ])("refuses %s", async (_, fields, sentence) => {
    const { kelson, home } = await workshop();
    const { code, stderr } = await kelson(["tools", "add", await plugin("", fields)]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
    expect(readdirSync(home)).not.toContain(".local");
  });

  test("refuses what is no plug-in, and links that lead out", async () => {
    const { kelson, cwd, home } = await workshop();
    expect(await kelson(["tools", "add", "."])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`there is no ${join(cwd, "tool.json")}`),
    });
    const linked = await plugin("");
    await symlink("/etc/passwd", join(linked, "data"));
    expect(await kelson(["tools", "add", linked])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("data leads out of it, to /etc/passwd"),
    });
    expect(readdirSync(join(home, ".local/share/kelson/tools"))).toEqual([]);
  });
});

test("list shows them after the house's own, and remove takes them away", async () => {
  const shop = await workshop();
  const before = await names(shop);
  for (const directory of [wordCount, csvColumns]) await shop.kelson(["tools", "add", directory]);
  expect(await names(shop)).toEqual([...before, "csv_columns", "word_count"]);
  expect(await names(shop, "--allowed-tools", "word_count,read_file")).toEqual(["word_count", "read_file"]);
  expect(await names(shop, "--allowed-tools", "plugins")).toEqual(["csv_columns", "word_count"]);
  expect(await names(shop, "--allowed-tools", "minimal")).not.toContain("word_count");
  const { stdout } = await shop.kelson(["tools", "list"]);
  expect(stdout).toMatch(/^word_count +1\.0\.0 +fs_read +\/.+\/word_count$/mu);
  expect(await shop.kelson(["tools", "remove", "word_count"])).toMatchObject({ code: 0 });
  expect(await shop.kelson(["tools", "remove", "word_count"])).toMatchObject({ code: 2 });
  expect(await shop.kelson(["tools", "remove", "../tools"])).toMatchObject({ code: 2 });
  expect(await names(shop)).toEqual([...before, "csv_columns"]);
});

test("one that is wrong does not hide the others, and is named with file and field", async () => {
  const shop = await workshop();
  const place = join(shop.home, ".local/share/kelson/tools");
  await plugin("", { name: "good_one" }, join(place, "good_one"));
  await plugin("", { name: "bad_one", memory: 1 }, join(place, "bad_one"));
  await plugin("", { name: "other" }, join(place, "misnamed"));
  await mkdir(join(place, "empty"));
  const { stdout, stderr } = await shop.kelson(["tools", "list"]);
  expect(stdout).toMatch(/^good_one /mu);
  expect(stderr.trimEnd().split("\n").toSorted()).toEqual([
    `! ${place}/bad_one/tool.json: memory: Too small: expected number to be >=32; the tool is not offered`,
    `! ${place}/misnamed/tool.json: name: must be misnamed, like its directory; the tool is not offered`,
    `! there is no ${place}/empty/tool.json; the tool is not offered`,
  ]);
});

describe("of a project", () => {
  test("they count once it is trusted, and no longer when it has changed", async () => {
    const shop = await project({ of_project: says(1) });
    expect(await names(shop)).not.toContain("of_project");
    await shop.kelson(["trust"]);
    expect(await names(shop)).toContain("of_project");
    const run = join(shop.cwd, ".kelson/tools/of_project/run");
    await writeFile(run, says(2));
    const { stdout, stderr } = await shop.kelson(["tools", "list"]);
    expect(stdout).not.toContain("of_project");
    expect(stderr).toContain("has changed since it was trusted");
  });

  test("one that changes while a session goes on runs no more", async () => {
    const shop = await project({ changes: '#!/bin/sh\necho >>"$0"; echo \'{"ok": true, "output": "ran"}\'\n' });
    await shop.kelson(["trust"]);
    const call = { name: "changes", input: {} };
    const model = await shop.script({ calls: [call] }, { calls: [call] }, { text: "Done." });
    const flags = ["--sandbox", "off", "--allow", "changes", "--output-format", "stream-json"];
    const { stdout } = await shop.kelson(["run", "-m", model, ...flags, "go"]);
    expect(stdout.match(/"ran"/gu)?.length).toBeGreaterThan(0);
    expect(stdout).toContain("changes does not run: ");
    expect(stdout).toContain("has changed since it was trusted");
  });

  test("the user's own of the same name wins, and it is said", async () => {
    const shop = await project({ probe: says("project") });
    await shop.kelson(["trust"]);
    await shop.kelson(["tools", "add", await plugin(says("user"))]);
    const { stdout, stderr } = await shop.kelson(["tools", "check", "probe", "--input", "{}"]);
    expect(stdout).toBe("user\n");
    expect(stderr).toContain(`the tool probe in ${shop.cwd}/.kelson/tools/probe is not offered: you have one`);
  });

  test("a link that leads out of .kelson cannot be trusted, as what is behind it could change", async () => {
    const shop = await project({ of_project: says(1) });
    await symlink("../../outside", join(shop.cwd, ".kelson/tools/more"));
    expect(await shop.kelson(["trust"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/more leads out of .+\.kelson, to \.\.\/\.\.\/outside/u),
    });
    expect((await shop.kelson(["tools", "list"])).code).toBe(0);
  });
});

describe("check", () => {
  test("says what is right without running it", async () => {
    const { kelson } = await workshop();
    expect(await kelson(["tools", "check", wordCount])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("fs_read"),
      stderr: expect.stringContaining("✓ word_count is as it should be"),
    });
  });

  test("0 for a good run, 1 for one that fails or cannot be, 2 for what is wrong", async () => {
    const { kelson } = await workshop();
    const check = async (script: string, fields: object, ...more: string[]): Promise<[number, string, string]> => {
      const { code, stdout, stderr } = await kelson(["tools", "check", await plugin(script, fields), ...more]);
      return [code, stdout, stderr];
    };
    const run = ["--sandbox", "off", "--input", "{}"];
    const off = "It ran without a sandbox, as this user";
    expect(await check(says({ a: 1 }), {}, ...run)).toEqual([0, '{"a":1}\n', `✓ ${off}.\n`]);
    expect(await check("#!/bin/sh\nexit 3\n", {}, ...run)).toEqual([
      1,
      "",
      `✗ ${off}: probe gave no answer and ended with code 3\n`,
    ]);
    const schema = { output: { type: "array" } };
    expect(await check(says({ a: 1 }), schema, ...run)).toEqual([
      1,
      "",
      `✗ ${off}: {"a":1} does not fit its schema: Invalid input: expected array, received object\n`,
    ]);
    const missing = await check("", { command: ["no-such-program", "./run", "./missing"] }, ...run);
    expect(missing[0]).toBe(1);
    expect(missing[2]).toContain("✗ cannot start no-such-program: no such program was found\n");
    expect(missing[2]).toContain("/missing");
    const needed = { input: { type: "object", required: ["a"], properties: { a: { type: "string" } } } };
    expect((await check("", needed, ...run))[0]).toBe(2);
    expect((await check("", {}, "--input", "{"))[0]).toBe(2);
    expect((await check("", { name: "X" }))[0]).toBe(2);
    expect((await kelson(["tools", "check", "not_there"])).code).toBe(2);
  });
});

test("a run in a directory with plug-ins that are broken goes on without them", async () => {
  const shop = await workshop();
  const place = join(shop.home, ".local/share/kelson/tools/broken");
  await cp(wordCount, place, { recursive: true });
  await writeFile(join(place, "tool.json"), "{");
  const { code, stderr } = await shop.kelson(["run", "-m", await shop.script({ text: "Fine." }), "go"]);
  expect(code).toBe(0);
  expect(stderr).toContain(`${place}/tool.json is not JSON; the tool is not offered`);
});
