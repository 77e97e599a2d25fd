/** `kelson doctor`: what it finds on this machine, at models of several characters, and in the logs. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../src/contract/options.ts";
import { modelServer, type ServedRequest } from "../../src/testing/model-server/server.ts";
import type { Reply } from "../../src/testing/model-server/reply.ts";
import { workshop } from "./workshop.ts";

const probe = async (reply: (request: ServedRequest) => Reply, ...more: readonly string[]) => {
  const { kelson } = await workshop();
  const server = await modelServer({ dialect: "openai-chat", reply });
  onTestFinished(() => server.close());
  const argv = ["doctor", "--json", "-m", "openai-compatible/x", "--base-url", server.url, ...more];
  const { code, stdout } = await kelson(argv);
  const findings = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; state: string; text: string });
  return { code, states: Object.fromEntries(findings.map(({ name, state }) => [name, state])), findings };
};

const about = (request: ServedRequest): "count" | "tools" | "long" => {
  if (request.text.includes("heron-4471")) return "long";
  return request.text.includes("Reports a number") ? "tools" : "count";
};

test("this machine", async () => {
  const { kelson, state } = await workshop();
  const { code, stdout } = await kelson(["doctor"], { env: { OPENAI_API_KEY: "sk-secret" } });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ node +\d+\./mu);
  expect(stdout).toContain(`kept in ${state}`);
  expect(stdout).toMatch(/^(?:✓ sandbox +\w+ holds|! sandbox +none: )/mu);
  expect(stdout).toMatch(/^✓ ripgrep/mu);
  expect(stdout).toContain("OPENAI_API_KEY set");
  expect(stdout).not.toContain("sk-secret");
  expect(stdout).toMatch(/^✓ breaker/mu);
});

test("a state directory that cannot be written is a failure", async () => {
  const { kelson } = await workshop();
  const { code, stdout } = await kelson(["doctor", "--state-dir", "/dev/null/nowhere"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ sessions +\/dev\/null\/nowhere cannot be written/u);
});

test("a model that does all of it", async () => {
  const { code, states } = await probe((request) => {
    const replies: Record<string, Reply> = {
      count: { text: "one, two, three, four, five, six, seven, eight" },
      tools: { calls: [{ name: "report", input: { number: 7 } }] },
      long: { text: "heron-4471" },
    };
    return replies[about(request)] ?? {};
  });
  expect(code).toBe(0);
  expect(states).toMatchObject({ answers: "ok", streams: "ok", tools: "ok", window: "warn", truncation: "ok" });
});

test("a small local model that prints its calls and whose server cuts off", async () => {
  const { code, states, findings } = await probe(
    (request) => {
      const replies: Record<string, Reply> = {
        count: { text: "one, two", pieceChars: 100 },
        tools: { text: '<tool_call>{"name": "report", "arguments": {"number": 7}}</tool_call>' },
        long: { text: "I see no code word.", usage: { input: 4096, output: 5 } },
      };
      return replies[about(request)] ?? {};
    },
    "--context-window",
    "32768",
  );
  expect(code).toBe(1);
  expect(states).toMatchObject({ streams: "warn", tools: "warn", window: "ok", truncation: "fail" });
  expect(findings.find(({ name }) => name === "truncation")?.text).toContain("4096 tokens were read");
});

describe("the window that the server says it has", () => {
  type Answers = Readonly<Record<string, unknown>>;

  /** A server that answers these questions, and each request with a few words. */
  const asked = async (answers: Answers, ...more: readonly string[]) => {
    const { kelson } = await workshop();
    const server = createServer((request, response) => {
      const chunk = { choices: [{ index: 0, delta: { content: "heron-4471" }, finish_reason: "stop" }] };
      const answer = answers[request.url ?? ""];
      response.writeHead(request.method === "GET" && answer === undefined ? 404 : 200, {
        "content-type": request.method === "GET" ? "application/json" : "text/event-stream",
      });
      response.end(request.method === "GET" ? JSON.stringify(answer ?? {}) : `data: ${JSON.stringify(chunk)}\n\n`);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { stdout } = await kelson(["doctor", "--json", "-m", "openai-compatible/org/x", "--base-url", url, ...more]);
    const findings = stdout.trimEnd().split("\n");
    const { state, text } = JSON.parse(findings.find((line) => line.includes('"window"')) ?? "{}") as Finding;
    return [state, text];
  };

  const set = "runs do not know it: set contextWindow (--context-window) to it";
  test.each<readonly [string, Answers, string]>([
    ["vLLM", { "/v1/models": { data: [{ id: "org/x", max_model_len: 9000 }] } }, "9000 tokens, says vLLM"],
    [
      "a new llama.cpp",
      { "/v1/models": { data: [{ id: "a.gguf", meta: { n_ctx: 9000, n_ctx_train: 90_000 } }] } },
      "9000 tokens, says llama.cpp",
    ],
    [
      "llama.cpp",
      {
        "/v1/models": { data: [{ id: "a.gguf", meta: null }] },
        "/props?model=org%2Fx": { default_generation_settings: { n_ctx: 9000 } },
      },
      "9000 tokens, says llama.cpp",
    ],
    [
      "LM Studio",
      {
        "/v1/models": { data: [{ id: "org/x" }, { id: "y" }] },
        "/api/v0/models": { data: [{ id: "org/x", loaded_context_length: 9000, max_context_length: 90_000 }] },
      },
      "9000 tokens, says LM Studio",
    ],
    [
      "LM Studio that has not loaded it",
      { "/api/v0/models": { data: [{ id: "org/x", state: "not-loaded", max_context_length: 9000 }] } },
      "9000 tokens, says LM Studio, which has not loaded the model and may give it less",
    ],
  ])("%s", async (_, answers, says) => {
    expect(await asked(answers)).toEqual(["warn", `${says}; ${set}`]);
  });

  test("against what is set", async () => {
    const answers = { "/v1/models": { data: [{ id: "org/x", max_model_len: 9000 }] } };
    const [smaller, larger] = [
      await asked(answers, "--context-window", "8000"),
      await asked(answers, "--context-window", "10000"),
    ];
    expect(smaller).toEqual(["ok", "8000 tokens (9000 tokens, says vLLM)"]);
    expect(larger).toEqual([
      "fail",
      "9000 tokens, says vLLM, but runs count on 10000: set contextWindow (--context-window) to what it has",
    ]);
  });
});

test("a model that does not answer is asked no more", async () => {
  const { code, findings } = await probe(() => ({ fault: { kind: "status", status: 401 } }));
  expect(code).toBe(1);
  const { state, text } = findings.find(({ name }) => name === "answers") ?? {};
  expect(state).toBe("fail");
  expect(text).toContain("(authentication)");
  expect(findings.map(({ name }) => name)).not.toContain("tools");
});

test("models that failed for good a moment ago", async () => {
  const { kelson, script } = await workshop();
  const model = await script({ fail: { category: "budget", message: "no credit" } });
  for (let run = 1; run <= 3; run += 1) {
    await kelson(["run", "-m", model, "go"]);
    const { stdout } = await kelson(["doctor"]);
    expect(stdout).toMatch(run < 3 ? /! breaker +scripted failed for good/u : /failed for good 3 times.*: open/u);
  }
});
