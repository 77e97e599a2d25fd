/** Proxies named in the environment: forwarded to for http, tunnelled through for https, left aside where they are not wanted. */
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openaiChat } from "../../src/providers/openai-chat.ts";
import { proxies } from "../../src/providers/proxies.ts";
import { hear, type Heard, requestOf } from "../../src/testing/conformance/hearing.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";

interface Proxied {
  readonly heard: Heard;
  /** What the proxy was asked for, and by whom. */
  readonly asked: readonly string[];
}

/** A model server and a proxy on the loopback. `{proxy}` and `{port}` stand for the addresses of the two. */
const through = async (env: Record<string, string>, target: string): Promise<Proxied> => {
  const server = await modelServer({ dialect: "openai-chat", reply: () => ({ text: "Aye." }) });
  const { port } = new URL(server.url);
  const asked: string[] = [];
  const proxy = http.createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url?.replace(port, "{port}")}`);
    const url = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const onward = http.request({ host: "127.0.0.1", port, path: url.pathname, method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(onward);
  });
  proxy.on("connect", (incoming, socket: net.Socket) => {
    asked.push(`CONNECT ${incoming.url} ${incoming.headers["proxy-authorization"] ?? ""}`.trim());
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const filled = Object.entries(env).map(([name, value]) => [
    name,
    value.replace("{proxy}", `127.0.0.1:${(proxy.address() as AddressInfo).port}`),
  ]);
  try {
    const baseUrl = target.replace("{port}", port);
    const options = { name: "far", model: "m", baseUrl, idleMs: 5_000 };
    const provider = openaiChat({ ...options, env: Object.fromEntries(filled) as Record<string, string> });
    await hear(provider, requestOf());
    return { heard: await hear(provider, requestOf()), asked };
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await server.close();
  }
};

const post = "POST http://0.0.0.0:{port}/v1/chat/completions";

test.each<[Record<string, string>, string, readonly string[]]>([
  [{ HTTP_PROXY: "http://{proxy}" }, "http://0.0.0.0:{port}/v1", [post, post]],
  [{ http_proxy: "{proxy}", HTTP_PROXY: "http://nowhere.invalid" }, "http://0.0.0.0:{port}/v1", [post, post]],
  [{ ALL_PROXY: "http://{proxy}" }, "http://0.0.0.0:{port}/v1", [post, post]],
  [{ HTTP_PROXY: "http://{proxy}", NO_PROXY: "example.test,0.0.0.0" }, "http://0.0.0.0:{port}/v1", []],
  [{ HTTP_PROXY: "http://{proxy}", no_proxy: "*" }, "http://0.0.0.0:{port}/v1", []],
  [{ HTTPS_PROXY: "http://{proxy}" }, "http://0.0.0.0:{port}/v1", []],
  [{ HTTP_PROXY: "http://{proxy}", ALL_PROXY: "http://{proxy}" }, "http://127.0.0.1:{port}/v1", []],
  [{ HTTP_PROXY: "http://{proxy}" }, "http://localhost:{port}/v1", []],
])("with %j to %s", async (env, target, asked) => {
  const proxied = await through(env, target);
  expect([proxied.heard.text, proxied.asked]).toEqual(["Aye.", asked]);
});

test("to https a tunnel is asked for, with the name and password of the proxy's address", async () => {
  const { heard, asked } = await through({ HTTPS_PROXY: "http://ann:sea@{proxy}" }, "https://model.invalid/v1");
  const tunnel = `CONNECT model.invalid:443 Basic ${Buffer.from("ann:sea").toString("base64")}`;
  expect(asked).toEqual([tunnel, tunnel]);
  expect(heard.failure?.category).toBe("network");
});

test("a proxy that cannot be used is refused, without its password", () => {
  for (const [proxy, said] of [
    ["socks5://ann:sea@proxy.test:1080", "socks5://proxy.test:1080"],
    ["http://[", "http://["],
  ])
    expect(() => proxies(new URL("https://model.test"), { ALL_PROXY: proxy })).toThrow(
      expect.objectContaining({
        code: "bad_input",
        message: `the proxy must be an http or https URL, got "${said}"`,
      }) as Error,
    );
});
