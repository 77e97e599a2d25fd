/** What Ollama is asked besides what every provider is: how long a context may be, and what to do when it says no. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ollama, type OllamaOptions } from "../../src/providers/ollama.ts";
import { hear, type Heard, requestOf } from "../../src/testing/conformance/hearing.ts";

interface Answer {
  readonly status: number;
  readonly body: object;
}

const chat = { model: "m", message: { content: "Aye." }, done: true, done_reason: "stop" };
const shown = {
  capabilities: ["completion", "tools"],
  model_info: { "general.name": "m", "qwen3.context_length": 262_144 },
};

/** What is heard, and what the server was asked, the model's description aside. */
const asked = async (
  options: Partial<OllamaOptions>,
  show: Answer = { status: 200, body: shown },
  answer: Answer = { status: 200, body: chat },
): Promise<{ readonly heard: Heard; readonly paths: readonly string[]; readonly body: Record<string, unknown> }> => {
  const paths: string[] = [];
  let body: Record<string, unknown> = {};
  const server = http.createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    incoming.on("end", () => {
      paths.push(incoming.url ?? "");
      const isShow = incoming.url === "/api/show";
      if (!isShow) body = JSON.parse(text) as Record<string, unknown>;
      const said = isShow ? show : answer;
      response.writeHead(said.status, { "content-type": "application/json" }).end(JSON.stringify(said.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = ollama({ model: "m", baseUrl, ...options });
  const request = requestOf({ tools: [], sampling: { stream: false, effort: "high", maxOutputTokens: 9 } });
  try {
    await hear(provider, request);
    return { heard: await hear(provider, request), paths, body };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

test("the model's context length is asked for once and set, as far as memory is to be used", async () => {
  const { heard, paths, body } = await asked({ keepAlive: "30m" });
  expect([heard.text, paths]).toEqual(["Aye.", ["/api/show", "/api/chat", "/api/chat"]]);
  expect(body).toEqual({
    model: "m",
    stream: false,
    truncate: false,
    shift: false,
    keep_alive: "30m",
    options: { num_ctx: 32_768, num_predict: 9 },
    messages: [
      { role: "system", content: "You work on a machine." },
      { role: "user", content: "What is in the two files?" },
    ],
  });
});

test.each([
  [{ maxWindow: 300_000 }, shown, { options: { num_ctx: 262_144 } }],
  [{ maxWindow: 8_192 }, shown, { options: { num_ctx: 8_192 } }],
  [{}, { model_info: { "llama.context_length": 2_048 } }, { options: { num_ctx: 2_048 } }],
  [{}, { ...shown, capabilities: ["thinking"] }, { think: true }],
  [{ model: "gpt-oss:20b" }, { ...shown, capabilities: ["thinking"] }, { think: "high" }],
])("%j with what is known of the model", async (options, about, expected) => {
  expect((await asked(options, { status: 200, body: about })).body).toMatchObject(expected);
});

test("a server that does not know the question is asked without a window", async () => {
  const { heard, body } = await asked({}, { status: 404, body: { error: "404 page not found" } });
  expect([heard.text, body["options"]]).toEqual(["Aye.", { num_predict: 9 }]);
});

test.each<[string, Answer | undefined, Answer | undefined, string, RegExp]>([
  [
    "a model that is not there",
    { status: 404, body: { error: "model 'm' not found" } },
    undefined,
    "invalid_request",
    /model 'm' not found; get it with `ollama pull m`$/,
  ],
  [
    "a request that is too long",
    undefined,
    { status: 400, body: { error: "the input length exceeds the context length" } },
    "context_overflow",
    /its window was set to 32768 tokens$/,
  ],
  [
    "a model without tools",
    undefined,
    { status: 400, body: { error: "m does not support tools" } },
    "invalid_request",
    /choose a model whose `ollama show` lists tools$/,
  ],
])("%s: it is said what to do", async (_, show, answer, category, message) => {
  const { heard } = await asked({}, show, answer);
  expect(heard.failure).toMatchObject({ category, message: expect.stringMatching(message) as string });
});

test("a server that does not run: it is said what to do", async () => {
  const heard = await hear(ollama({ model: "m", baseUrl: "http://127.0.0.1:9" }), requestOf());
  expect(heard.failure).toMatchObject({
    category: "network",
    message: expect.stringMatching(/start it with `ollama serve`$/) as string,
  });
});
