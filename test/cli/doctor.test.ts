/** `kelson doctor`: what it finds on this machine, at models of several characters, and in the logs. */
import { expect, onTestFinished, test } from "vitest";
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
