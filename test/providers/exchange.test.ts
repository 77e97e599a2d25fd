/** Servers that keep the protocol in their own way, or not at all. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { expect, test } from "vitest";
import { anthropic } from "../../src/providers/anthropic.ts";
import { openaiChat } from "../../src/providers/openai-chat.ts";
import { hear, type Heard, requestOf } from "../../src/testing/conformance/hearing.ts";

const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;
const words = frame({ choices: [{ delta: { content: "Aye." } }] });
const reason = frame({ choices: [{ delta: {}, finish_reason: "stop" }] });
const done = "data: [DONE]\n\n";
const whole = { choices: [{ message: { content: "Aye." }, finish_reason: "stop" }] };

/** What is heard from a server that answers as it likes, twice over one provider. */
const heardFrom = async (
  answer: (response: http.ServerResponse) => void,
  request = requestOf(),
): Promise<readonly [Heard, Heard]> => {
  const server = http.createServer((incoming, response) => {
    incoming.resume().on("end", () => answer(response));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const provider = openaiChat({ name: "odd", model: "m", baseUrl, idleMs: 10_000 });
  try {
    return [await hear(provider, request), await hear(provider, request)];
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const stream = { "content-type": "text/event-stream" };
const good = { text: "Aye.", finish: { type: "finish", stop: "end" }, failure: undefined };

test("a stream that is not closed after its last event is waited for a moment only", async () => {
  const begun = Date.now();
  const heard = await heardFrom((response) => response.writeHead(200, stream).write(words + reason + done));
  expect(heard).toMatchObject([good, good]);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test("a stream may end well without its last event, when all that matters has come", async () => {
  const heard = await heardFrom((response) => response.writeHead(200, stream).end(words + reason));
  expect(heard).toMatchObject([good, good]);
});

test.each([
  ["ends before the reason", (response: http.ServerResponse) => response.end(words)],
  [
    "breaks before the last event",
    (response: http.ServerResponse) => response.write(words + reason, () => response.destroy()),
  ],
])("a stream that %s is cut", async (_, answer) => {
  const heard = await heardFrom((response) => answer(response.writeHead(200, stream)));
  expect(heard).toMatchObject([{ text: "Aye.", finish: undefined, failure: { category: "network" } }, {}]);
});

test("a connection that breaks after the last event was good", async () => {
  const heard = await heardFrom((response) =>
    response.writeHead(200, stream).write(words + reason + done, () => response.destroy()),
  );
  expect(heard).toMatchObject([good, good]);
});

test("an answer is read by what it is, not by what was asked for", async () => {
  const json = { "content-type": "application/json; charset=utf-8" };
  expect(await heardFrom((response) => response.writeHead(200, json).end(JSON.stringify(whole)))).toMatchObject([
    good,
    good,
  ]);
  const unstreamed = requestOf({ sampling: { stream: false } });
  const heard = await heardFrom((response) => response.writeHead(200, stream).end(words + reason + done), unstreamed);
  expect(heard).toMatchObject([good, good]);
});

test("without a content type it is read as it was asked for", async () => {
  expect(await heardFrom((response) => response.end(words + reason + done))).toMatchObject([good, good]);
});

test.each([
  ["a page", "<html>Welcome</html>", "malformed"],
  ["nothing", "", "malformed"],
  ["other JSON", `{"status":"ok"}`, "malformed"],
  ["an error", `{"error":{"message":"no","code":"insufficient_quota"}}`, "budget"],
])("%s with status 200 is no answer", async (_, body, category) => {
  const heard = await heardFrom((response) => response.writeHead(200, { "content-type": "text/html" }).end(body));
  expect(heard).toMatchObject([{ failure: { category } }, { failure: { category } }]);
});

test.each([
  ["gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["br", zlib.brotliCompressSync],
] as const)("an answer in %s is read, though nobody asked for it", async (encoding, compress) => {
  const head = { ...stream, "content-encoding": encoding };
  const body = compress(words + reason + done);
  expect(await heardFrom((response) => response.writeHead(200, head).end(body))).toMatchObject([good, good]);
});

test("what is compressed comes piece by piece, and may be cut", async () => {
  const head = { ...stream, "content-encoding": "gzip" };
  const heard = await heardFrom((response) => {
    const gzip = zlib.createGzip();
    gzip.pipe(response.writeHead(200, head));
    gzip.write(words);
    gzip.flush(() => setTimeout(() => response.destroy(), 100));
  });
  expect(heard).toMatchObject([{ text: "Aye.", finish: undefined, failure: { category: "network" } }, {}]);
});

test("a base URL may bring a query, and a key a header of its own", async () => {
  const seen: unknown[] = [];
  const server = http.createServer((incoming, response) => {
    seen.push([
      incoming.url,
      incoming.headers["api-key"],
      incoming.headers.authorization,
      incoming.headers["accept-encoding"],
    ]);
    incoming.resume().on("end", () => response.writeHead(200, stream).end(words + reason + done));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}/openai/deployments/d/?api-version=2024-10-21`;
  await hear(openaiChat({ name: "azure", model: "d", key: "k", baseUrl }), requestOf());
  await hear(openaiChat({ name: "far", model: "d", key: "k", baseUrl: origin, query: { v: "1" } }), requestOf());
  server.closeAllConnections();
  server.close();
  expect(seen).toEqual([
    ["/openai/deployments/d/chat/completions?api-version=2024-10-21", "k", undefined, "identity"],
    ["/chat/completions?v=1", undefined, "Bearer k", "identity"],
  ]);
});

test("a base URL that is none is refused at once", () => {
  for (const make of [
    anthropic,
    (options: { baseUrl: string; model: string }) => openaiChat({ name: "x", ...options }),
  ])
    for (const baseUrl of ["localhost:8080", "not a url"])
      expect(() => make({ model: "m", baseUrl })).toThrow(
        expect.objectContaining({
          code: "bad_input",
          message: `base-url must be an http or https URL, got "${baseUrl.replace(/\/$/, "")}"`,
        }) as Error,
      );
});
