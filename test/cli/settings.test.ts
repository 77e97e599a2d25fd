/** `kelson config`, `trust`, `models` and `completion`: looking at what is set and known, and changing it safely. */
import { execFile } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { modelServer } from "../../src/testing/model-server/server.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { workshop } from "./workshop.ts";

describe("config", () => {
  test("sets one value, keeps the others, and nobody else can read the file", async () => {
    const { kelson, home } = await workshop();
    const file = join(home, ".config/kelson/config.json");
    expect((await kelson(["config", "init"])).stderr).toContain(`written to ${file}`);
    expect(await kelson(["config", "init"])).toMatchObject({ code: 2 });
    await kelson(["config", "set", "model", "openai/gpt-5.6"]);
    await kelson(["config", "set", "apiKey", "sk-secret"]);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      permissionMode: "default",
      onAsk: "deny",
      maxSteps: 50,
      model: "openai/gpt-5.6",
      apiKey: "sk-secret",
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const wrong = await kelson(["config", "set", "maxSteps", "many"]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("maxSteps must be a whole number") });
  });

  test("says so at once where its directory can never be made", async () => {
    const { kelson, cwd } = await workshop();
    const set = await kelson(["config", "set", "model", "openai/gpt-5.6"], {
      env: { XDG_CONFIG_HOME: "/proc/nowhere" },
    });
    expect(set).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("/proc/nowhere/kelson/config.json cannot be"),
    });
    await mkdir(join(cwd, ".kelson"));
    await writeFile(join(cwd, ".kelson/config.json"), "{}");
    const trust = await kelson(["trust"], { env: { XDG_STATE_HOME: "/proc/nowhere" } });
    expect(trust).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("/proc/nowhere/kelson/trusted.json cannot"),
    });
  });

  test("shows each value and where it stands, and hides keys", async () => {
    const { kelson, home } = await workshop();
    await kelson(["config", "set", "maxSteps", "7"]);
    await kelson(["config", "set", "apiKey", "sk-secret"]);
    const { stdout } = await kelson(["config", "show"], { env: { KELSON_MAX_STEPS: "8" } });
    expect(stdout).toMatch(/^maxSteps +8 +KELSON_MAX_STEPS$/mu);
    expect(stdout).toContain(`(hidden)`);
    expect(stdout).toContain(join(home, ".config/kelson/config.json"));
    expect(stdout).not.toContain("secret");
  });

  test("has a schema", async () => {
    const { kelson } = await workshop();
    const schema = JSON.parse((await kelson(["config", "schema"])).stdout) as { properties: object };
    expect(schema.properties).toHaveProperty("maxBudgetUsd.minimum", 0);
  });
});

describe("the settings of a project", () => {
  const place = async (settings: object) => {
    const shop = await workshop();
    const file = join(shop.cwd, ".kelson/config.json");
    await mkdir(join(shop.cwd, ".kelson"), { recursive: true });
    await writeFile(file, JSON.stringify(settings));
    return { ...shop, file };
  };

  test("count once they are trusted, until they change", async () => {
    const { kelson, file } = await place({ maxSteps: 3 });
    const before = await kelson(["config", "show"]);
    expect(before.stdout).not.toContain("maxSteps");
    expect(before.stderr).toContain(`! ${dirname(file)} is not trusted, so it does not count`);
    expect((await kelson(["trust"])).stderr).toContain(
      `  .kelson/config.json\n${dirname(file)} is trusted as it is now`,
    );
    const trusted = await kelson(["config", "show"]);
    expect(trusted.stdout).toMatch(/maxSteps +3 /u);
    expect(trusted.stderr).toBe("");
    await writeFile(file, JSON.stringify({ maxSteps: 4 }));
    const changed = await kelson(["config", "show"]);
    expect(changed.stdout).not.toContain("maxSteps");
    expect(changed.stderr).toContain("has changed since it was trusted");
    await kelson(["trust"]);
    await mkdir(join(dirname(file), "tools"));
    await writeFile(join(dirname(file), "tools/x"), "x");
    expect((await kelson(["config", "show"])).stderr).toContain("has changed since it was trusted");
    await kelson(["trust"]);
    expect((await kelson(["trust", "--forget"])).stderr).toContain("are trusted no more");
    expect((await kelson(["config", "show"])).stderr).toContain("is not trusted");
  });

  test.each([
    [{ baseUrl: "http://evil.example" }, "baseUrl cannot be set by a project"],
    [{ model: "openai-compatible/x" }, "model cannot be set by a project"],
    [{ apiKey: "x" }, "apiKey cannot be set by a project"],
    [{ systemPrompt: "@other.md" }, "systemPrompt must be the text itself"],
  ])("%j is never accepted", async (settings, sentence) => {
    const { kelson } = await place(settings);
    const { code, stderr } = await kelson(["trust"]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });

  test("there has to be something to trust", async () => {
    const { kelson, cwd } = await workshop();
    const { code, stderr } = await kelson(["trust"]);
    expect([code, stderr]).toEqual([2, `Error: there is no ${cwd}/.kelson to trust, nor skills or agents\n`]);
  });
});

describe("models", () => {
  test("are found by words, with what is known of them", async () => {
    const { kelson } = await workshop();
    const { stdout, stderr } = await kelson(["models", "--search", "claude sonnet"]);
    expect(stdout).toMatch(/^MODEL +WINDOW +OUTPUT +IN +OUT/u);
    expect(stdout).toContain("anthropic/claude-sonnet");
    expect(stderr).toContain("USD per million tokens");
    const json = await kelson(["models", "claude", "--json"]);
    expect(JSON.parse(json.stdout.split("\n")[0] ?? "")).toHaveProperty("window");
    expect((await kelson(["models", "no-such-model"])).stderr).toContain('No known model has "no-such-model"');
  });
});

describe("the user's own word on models", () => {
  const facts = { window: 32_000, outputLimit: 4_000, prices: { input: 1, output: 2 } };

  const place = async (settings: object) => {
    const shop = await workshop();
    const file = join(shop.home, ".config/kelson/config.json");
    await mkdir(join(shop.home, ".config/kelson"), { recursive: true });
    await writeFile(file, JSON.stringify(settings));
    return { ...shop, file };
  };

  test("is listed, and laid over what is known", async () => {
    const { kelson } = await place({
      models: { "openai-compatible/my-model": facts, "claude-sonnet-5": { window: 5_000 } },
    });
    const own = await kelson(["models", "--json", "my-model"]);
    expect(JSON.parse(own.stdout)).toEqual({ name: "openai-compatible/my-model", ...facts });
    const changed = await kelson(["models", "--json", "anthropic/claude-sonnet-5"]);
    expect(changed.stdout).toMatch(/"window":5000,"outputLimit":\d+,.*"prices"/u);
  });

  test("is sealed with a run, and lets a budget be kept", async () => {
    const { kelson } = await place({ models: { "openai-compatible/my-model": facts } });
    const server = await modelServer({ dialect: "openai-chat", reply: () => ({ text: "Done." }) });
    onTestFinished(() => server.close());
    const where = ["-m", "openai-compatible/my-model", "--base-url", server.url, "--max-budget-usd", "1"];
    const { code, stdout } = await kelson(["run", ...where, "--output-format", "stream-json", "go"]);
    expect(code).toBe(0);
    const started = stdout.split("\n").find((line) => line.includes('"run.started"')) ?? "";
    const { event } = JSON.parse(started) as { event: { data: { settings: object } } };
    expect(event.data.settings).toMatchObject(facts);
    expect((JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Result).total_cost_usd).toBeGreaterThan(0);
    const other = await kelson(["run", "-m", "openai-compatible/other", ...where.slice(2), "go"]);
    expect(other.stderr).toContain('"models": { "openai-compatible/other": { "prices"');
  });

  test("bounds the window that Ollama is asked to keep", async () => {
    const { kelson } = await place({ models: { "ollama/small": { window: 6_000 } } });
    const server = await modelServer({ dialect: "ollama", reply: () => ({ text: "Done." }) });
    onTestFinished(() => server.close());
    const { stdout } = await kelson([
      "run",
      "-m",
      "ollama/small",
      "--base-url",
      server.url,
      "--output-format",
      "stream-json",
      "go",
    ]);
    expect(stdout).toContain('"window":6000');
    expect(server.requests[0]?.body).toMatchObject({ options: { num_ctx: 6_000 } });
  });

  test.each([
    [{ "ollama/a.b": { window: 0 } }, `["ollama/a.b"].window must be a whole number of at least 1, got 0`],
    [{ x: { windows: 1 } }, ".x.windows is none of window, outputLimit, tools, images, reasoning, prices"],
    [{ x: { prices: { input: "3" } } }, '.x.prices.input must be a number, got "3"'],
    [{ x: { prices: { input: 3 } } }, ".x.prices.output must be a number, got nothing"],
    [{ x: 1 }, ".x must be an object with window, outputLimit, tools, images, reasoning, prices, got 1"],
    [[], " must be an object with an object for each name, got []"],
  ])("%j is refused by file, key and value", async (models, sentence) => {
    const { kelson, file } = await place({ models });
    const { code, stderr } = await kelson(["models"]);
    expect([code, stderr.split("\n")[0]]).toEqual([2, `Error: ${file}: models${sentence}`]);
    const variable = await (await workshop()).kelson(["models"], { env: { KELSON_MODELS: JSON.stringify(models) } });
    expect([variable.code, variable.stderr.split("\n")[0]]).toEqual([2, `Error: KELSON_MODELS${sentence}`]);
  });
});

describe("completion", () => {
  const run = promisify(execFile);

  test("in bash, completes commands, flags and choices", async () => {
    const { kelson } = await workshop();
    const { stdout: script } = await kelson(["completion", "bash"]);
    const complete = async (...words: readonly string[]): Promise<string[]> => {
      const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
      const { stdout } = await run("bash", ["-c", `${script}\n${line}; _kelson; printf '%s\\n' "\${COMPREPLY[@]}"`]);
      return stdout.trim().split("\n");
    };
    expect(await complete("kelson", "se")).toEqual(["sessions"]);
    expect(await complete("kelson", "sessions", "ex")).toEqual(["export"]);
    expect(await complete("kelson", "run", "--json")).toEqual(["--json-schema"]);
    expect(await complete("kelson", "run", "--output-format", "co")).toEqual(["codex"]);
  });

  test("in other shells, too", async () => {
    const { kelson } = await workshop();
    expect((await kelson(["completion", "zsh"])).stdout).toMatch(/^#compdef kelson\n/u);
    const fish = (await kelson(["completion", "fish"])).stdout;
    expect(fish).toContain("complete -c kelson -n '__fish_use_subcommand' -a run -d 'let a model do a task'\n");
    expect(fish).toContain("-l output-format -r -a 'text json stream-json codex'");
    expect((await kelson(["completion", "tcsh"])).code).toBe(2);
  });
});
