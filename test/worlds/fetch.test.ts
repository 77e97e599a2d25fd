/** `fetch` of a world: every hop is checked, every size is bounded, nothing that may be a key leaks. */
import { createServer } from "node:net";
import { gzipSync, brotliCompressSync, zstdCompressSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CallBlocked, type Egress, type WebRequest } from "../../src/contract/world.ts";
import { webFetch } from "../../src/worlds/fetch.ts";
import { gate } from "../../src/worlds/gate.ts";
import { isPrivate } from "../../src/worlds/private-network.ts";
import { page, to, webServer } from "../tools/web-server.ts";

const pass = gate(["/"], () => undefined, { effects: ["network"], anywhere: false });
const fetch = webFetch({})(pass);
const text = async (request: WebRequest): Promise<string> => Buffer.from((await fetch(request)).body).toString();

const said = "hello ".repeat(1000);
const other = await webServer({ "*": (response, { headers }) => response.end(JSON.stringify(headers)) });
const server = await webServer({
  "/gzip": page("text/plain", gzipSync(said), { "content-encoding": "gzip" }),
  "/br": page("text/plain", brotliCompressSync(said), { "content-encoding": "br" }),
  "/zstd": page("text/plain", zstdCompressSync(said), { "content-encoding": "zstd" }),
  "/deflate": page("text/plain", deflateSync(said), { "content-encoding": "deflate" }),
  "/both": page("text/plain", brotliCompressSync(gzipSync(said)), { "content-encoding": "gzip, br" }),
  "/odd": page("text/plain", said, { "content-encoding": "rot13" }),
  "/damaged": page("text/plain", "not gzip at all", { "content-encoding": "gzip" }),
  "/bomb": page("text/plain", gzipSync(Buffer.alloc(50_000_000)), { "content-encoding": "gzip" }),
  "/here": (response, { method, headers, body }) =>
    response.end(JSON.stringify({ method, key: headers["x-key"], type: headers["content-type"], body })),
  "/away": to(`${other.url}/`),
  "/see-other": to("/here", 303),
  "/file": to("file:///etc/passwd"),
  "/named": to("http://me:secret@127.0.0.1/"),
  "/nowhere": to("http://["),
  "/kept": to("here", 308),
  "/chain": to("/kept"),
  "/never": () => {},
});

describe("a body", () => {
  it.each(["gzip", "br", "zstd", "deflate", "both"])("in %s is decoded", async (encoding) => {
    expect(await text({ url: `${server.url}/${encoding}` })).toBe(said);
  });

  it("is bounded after decoding", async () => {
    const { body, cut } = await fetch({ url: `${server.url}/bomb` });
    expect([body.length, cut]).toEqual([5 * 1024 * 1024, true]);
    expect((await fetch({ url: `${server.url}/gzip`, maxBytes: said.length })).cut).toBe(false);
  });

  it.each([
    ["odd", "its body is encoded as rot13, which is not known here"],
    ["damaged", "its compressed body is damaged"],
  ])("that is %s is said", async (path, why) => {
    await expect(fetch({ url: `${server.url}/${path}` })).rejects.toThrow(`cannot fetch from ${server.host}: ${why}`);
  });
});

describe("a redirect", () => {
  const headers = { "X-Key": "secret", Authorization: "Bearer secret", Cookie: "a=b", Accept: "text/plain" };

  it("keeps all headers in the same place, and the method as the standard says", async () => {
    const post = { method: "POST", body: "{}", headers: { ...headers, "content-type": "application/json" } } as const;
    const kept = { method: "POST", key: "secret", type: "application/json", body: "{}" };
    const turned = { method: "GET", key: "secret", type: "application/json", body: "" };
    expect(JSON.parse(await text({ url: `${server.url}/kept`, ...post }))).toEqual(kept);
    expect(JSON.parse(await text({ url: `${server.url}/see-other`, ...post }))).toEqual(turned);
    expect((await fetch({ url: `${server.url}/chain` })).url).toBe(`${server.url}/here`);
  });

  it("does not lead to a host that is denied, nor does the first request, and that is heard of", async () => {
    const heard: Egress[] = [];
    const port = Number(new URL(other.url).port);
    const denied = (_: string, asked: number) => (asked === port ? "user Network(x)" : undefined);
    const allowance = { ...pass.allowance, denied, connected: (egress: Egress) => void heard.push(egress) };
    const held = webFetch({})({ ...pass, allowance });
    for (const url of [`${server.url}/away`, other.url]) {
      const refused = held({ url });
      await expect(refused).rejects.toThrow(CallBlocked);
      await expect(refused).rejects.toThrow(
        `cannot fetch from ${other.host}: it is denied by the rule user Network(x)`,
      );
    }
    const one = { host: "127.0.0.1", port, allowed: false, rule: "user Network(x)" };
    expect(heard).toEqual([one, one]);
    expect((await held({ url: `${server.url}/gzip` })).status).toBe(200);
  });

  it("takes to another place only what can be no key", async () => {
    const got = JSON.parse(await text({ url: `${server.url}/away`, headers })) as Record<string, string>;
    expect(got).toMatchObject({ accept: "text/plain", host: other.host });
    expect(Object.keys(got)).not.toEqual(expect.arrayContaining(["x-key"]));
    expect(JSON.stringify(got)).not.toContain("secret");
    expect(got).not.toHaveProperty("cookie");
  });

  it("is the answer itself when none is to be followed", async () => {
    const { status, headers: own, body } = await fetch({ url: `${server.url}/away`, maxRedirects: 0 });
    expect([status, own["location"], body.length]).toEqual([302, `${other.url}/`, 0]);
  });

  it.each([
    ["file", "cannot fetch file:///etc/passwd, where 127.0.0.1:"],
    ["named", "cannot fetch from 127.0.0.1: its URL holds a user name or password"],
    ["nowhere", "cannot fetch http://[, where 127.0.0.1:"],
  ])("to %s is refused", async (path, message) => {
    await expect(fetch({ url: `${server.url}/${path}` })).rejects.toThrow(message);
  });
});

describe("a proxy", () => {
  it("is used for what NO_PROXY does not name, and no public host leads through it to a private one", async () => {
    const proxy = await webServer({
      "http://public.test/": to(`${server.url}/gzip`),
      "http://public.test/local": to("http://localhost/"),
      "http://public.test/page": page("text/plain", "from the proxy"),
    });
    const through = webFetch({ HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" })(pass);
    expect(Buffer.from((await through({ url: "http://public.test/page" })).body).toString()).toBe("from the proxy");
    expect((await through({ url: `${server.url}/gzip` })).body.length).toBe(said.length);
    for (const path of ["", "local"])
      await expect(through({ url: `http://public.test/${path}` })).rejects.toThrow(CallBlocked);
  });

  it("that does not answer is said", async () => {
    const through = webFetch({ http_proxy: "http://127.0.0.1:9" })(pass);
    await expect(through({ url: "http://public.test/" })).rejects.toThrow("cannot fetch from public.test: the conn");
  });
});

describe("a request", () => {
  it("that is aborted before or while it runs ends at once", async () => {
    const abort = new AbortController();
    const running = fetch({ url: `${server.url}/never`, signal: abort.signal });
    setTimeout(() => abort.abort(), 50);
    const aborted = `cannot fetch from ${server.host}: it was aborted`;
    await expect(running).rejects.toThrow(aborted);
    await expect(fetch({ url: server.url, signal: AbortSignal.abort() })).rejects.toThrow(aborted);
  });

  it("to what speaks no HTTP is explained", async () => {
    const odd = createServer((socket) => socket.end("SSH-2.0-none\r\n"));
    await new Promise<void>((resolve) => void odd.listen(0, "127.0.0.1", resolve));
    const { port } = odd.address() as { port: number };
    await expect(fetch({ url: `http://127.0.0.1:${port}/` })).rejects.toThrow("it does not speak HTTP");
    await expect(fetch({ url: `${server.url.replace("http", "https")}/` })).rejects.toThrow("TLS");
    odd.close();
  });
});

describe("an address is private", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "[::1]",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "[::ffff:a00:1]",
    "localhost",
    "a.localhost",
  ])("%s", (host) => {
    expect(isPrivate(host)).toBe(true);
  });

  it.each(["1.1.1.1", "172.32.0.1", "example.com", "2606:4700::1111", "localhost.example.com"])(
    "or not: %s",
    (host) => {
      expect(isPrivate(host)).toBe(false);
    },
  );
});
