/** Fetching from the web, here from a server of this machine. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CallBlocked } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

const answer: RequestListener = (request, response) => {
  if (request.url === "/away") response.writeHead(302, { location: "/echo" }).end();
  else if (request.url === "/kept") response.writeHead(307, { location: "/echo" }).end();
  else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (request.url === "/long") response.end("x".repeat(100_000));
  else if (request.url === "/slow") response.write("never whole");
  else if (request.url === "/cut") request.socket.destroy();
  else {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => response.writeHead(201, { "x-seen": request.headers["x-own"] }).end(request.method + body));
  }
};

export const fetchTests = (ground: () => Ground): void => {
  const server = createServer(answer);
  let at: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    at = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = { method: "POST", body: "!", headers: { "x-own": "1" } } as const;

  test("a request and its answer", async () => {
    const found = await ground().world.fetch({ url: `${at}/echo`, ...post });
    expect({ ...found, headers: found.headers["x-seen"], body: Buffer.from(found.body).toString() }).toEqual({
      url: `${at}/echo`,
      status: 201,
      headers: "1",
      body: "POST!",
      cut: false,
    });
  });

  test("redirects are followed, up to a number", async () => {
    const { fetch } = ground().world;
    const away = await fetch({ url: `${at}/away`, ...post });
    expect([away.url, Buffer.from(away.body).toString()]).toEqual([`${at}/echo`, "GET"]);
    expect(Buffer.from((await fetch({ url: `${at}/kept`, ...post })).body).toString()).toBe("POST!");
    await expect(fetch({ url: `${at}/round`, maxRedirects: 3 })).rejects.toThrow("it redirected more than 3 times");
  });

  test("size and time are bounded", async () => {
    const { fetch } = ground().world;
    const long = await fetch({ url: `${at}/long`, maxBytes: 1000 });
    expect([long.body.length, long.cut]).toEqual([1000, true]);
    await expect(fetch({ url: `${at}/slow`, timeoutMs: 100 })).rejects.toThrow("no whole answer came in 100 ms");
    await expect(fetch({ url: `${at}/slow`, signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort/iu);
  });

  test("a failure is one sentence that names the host", async () => {
    const { fetch } = ground().world;
    await expect(fetch({ url: "http://no-such-host.invalid/" })).rejects.toThrow(
      /^cannot fetch from no-such-host.invalid: the host/u,
    );
    await expect(fetch({ url: "http://127.0.0.1:49151/" })).rejects.toThrow(
      "cannot fetch from 127.0.0.1:49151: the connection was refused",
    );
    await expect(fetch({ url: `${at}/cut` })).rejects.toThrow("the connection was cut");
    await expect(fetch({ url: "file:///etc/hosts" })).rejects.toThrow("cannot fetch file:///etc/hosts: it is not");
  });

  test("it needs the effect network", async () => {
    const narrow = ground().world.narrow({ effects: ["read", "write", "execute"], anywhere: true });
    await expect(narrow.fetch({ url: at })).rejects.toThrow(CallBlocked);
  });
};
