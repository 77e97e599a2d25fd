/** The egress proxy, by real clients: who may use it, what it lets out, and what it says of the rest. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Egress } from "../../../src/contract/world.ts";
import { checkedAddresses } from "../../../src/worlds/egress/checked-address.ts";
import { type Admission, egress, type EgressProxy } from "../../../src/worlds/egress/egress.ts";

let target: Server;
let port: number;
let proxy: EgressProxy;
const heard: Egress[] = [];

beforeEach(async () => {
  heard.length = 0;
  proxy = egress();
  target = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { host, "proxy-authorization": credentials } = request.headers;
      response.end(JSON.stringify([request.method, request.url, host, credentials, Buffer.concat(chunks).toString()]));
    });
  });
  await once(target.listen(0, "127.0.0.1"), "listening");
  ({ port } = target.address() as AddressInfo);
});

afterEach(async () => {
  await proxy.close();
  target.closeAllConnections();
  target.close();
});

const admit = (...hosts: string[]): Promise<Admission> =>
  proxy.admit({ hosts, connected: (egress) => heard.push(egress) });

/** Runs a program with the variables of an admission and no others. */
const run = async ({ env }: Pick<Admission, "env">, file: string, ...words: string[]): Promise<string> => {
  const { PATH = "" } = process.env;
  return (await promisify(execFile)(file, words, { env: { PATH, ...env } })).stdout;
};

const fetching = "const r = await fetch(process.argv[1]); process.stdout.write(r.status + ' ' + await r.text())";
const throughNode = (way: Admission, url: string): Promise<string> =>
  run(way, process.execPath, "--input-type=module", "-e", fetching, "--", url);

const has = async (program: string): Promise<boolean> =>
  run({ env: {} }, program, "--version").then(
    () => true,
    () => false,
  );
const hasCurl = await has("curl");

describe("what is allowed", () => {
  test("node's fetch finds its way, and the server sees no pass", async () => {
    const way = await admit(`localhost:${String(port)}`);
    const host = `localhost:${String(port)}`;
    expect(await throughNode(way, `http://${host}/a?b=c`)).toBe(`200 ["GET","/a?b=c","${host}",null,""]`);
    expect(heard).toEqual([{ host: "localhost", port, allowed: true, rule: host }]);
  });

  test.skipIf(!hasCurl)(
    `curl finds its way, with a body and through a tunnel${hasCurl ? "" : " (no curl here)"}`,
    async () => {
      const host = `127.0.0.1:${String(port)}`;
      const way = await admit(host);
      expect(await run(way, "curl", "-sS", "-d", "body", `http://${host}/x`)).toBe(
        `["POST","/x","${host}",null,"body"]`,
      );
      expect(await run(way, "curl", "-sSp", `http://${host}/x`)).toBe(`["GET","/x","${host}",null,""]`);
      expect(heard).toEqual([0, 1].map(() => ({ host: "127.0.0.1", port, allowed: true, rule: host })));
    },
  );

  test("a client that waits to be asked for its pass", async () => {
    const way = await admit(`localhost:${String(port)}`);
    const { status, headers } = await asked(way.port, `http://localhost:${String(port)}/`);
    expect([status, headers["proxy-authenticate"]]).toEqual([407, 'Basic realm="kelson"']);
  });

  test("the Host that is sent is the host that was judged", async () => {
    const host = `localhost:${String(port)}`;
    const way = await admit(host);
    const { body } = await asked(way.port, `http://${host}/`, { ...passOf(way), host: "other.test" });
    expect(body).toBe(`["GET","/","${host}",null,""]`);
  });

  test("the same proxy on a Unix socket", async () => {
    const way = await admit(`localhost:${String(port)}`);
    const client = connect(way.socket);
    const authorization = `proxy-authorization: ${passOf(way)["proxy-authorization"] ?? ""}`;
    client.write(
      `GET http://localhost:${String(port)}/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\nconnection: close\r\n\r\n`,
    );
    expect(await whole(client)).toContain("200 OK");
  });
});

describe("what is refused", () => {
  test("a host that no rule allows", async () => {
    const way = await admit("example.org");
    const sentence = `localhost:${String(port)} is not among the hosts that this command may reach\n`;
    const { status, body } = await asked(way.port, `http://localhost:${String(port)}/`, passOf(way));
    expect([status, body]).toEqual([403, sentence]);
    expect(await tunnel(way, `localhost:${String(port)}`)).toMatch(/^HTTP\/1.1 403 Forbidden[^]*not among the hosts/u);
    const refused = { host: "localhost", port, allowed: false, rule: "no rule allows it" };
    expect(heard).toEqual([refused, refused]);
  });

  test("a host that is denied below an allowed domain, in any spelling, is not even looked up", async () => {
    const hosts = ["*.example.invalid", `localhost:${String(port)}`];
    const rule = "user WebFetch(domain:evil.example.invalid)";
    const denied = (host: string): string | undefined => (host === "evil.example.invalid" ? rule : undefined);
    const way = await proxy.admit({ hosts, denied, connected: (egress) => heard.push(egress) });
    const sentence = `evil.example.invalid:443 is denied by the rule ${rule}`;
    expect(await tunnel(way, "evil.example.invalid:443")).toMatch(/^HTTP\/1.1 403/u);
    expect(await tunnel(way, "EVIL.example.Invalid.:443")).toContain(sentence);
    expect((await asked(way.port, "http://evil.example.invalid/", passOf(way))).status).toBe(403);
    expect(await throughNode(way, `http://localhost:${String(port)}/`)).toMatch(/^200 /u);
    expect(heard).toEqual([
      ...[443, 443, 80].map((number) => ({ host: "evil.example.invalid", port: number, allowed: false, rule })),
      { host: "localhost", port, allowed: true, rule: hosts[1] },
    ]);
  });

  test("a host that leads to an address which is denied", async () => {
    const denied = (host: string): string | undefined =>
      /^127\.|^::1$/u.test(host) ? "user Network(127.*)" : undefined;
    const hosts = [`localhost:${String(port)}`];
    const way = await proxy.admit({ hosts, denied, connected: (egress) => heard.push(egress) });
    expect((await asked(way.port, `http://localhost:${String(port)}/`, passOf(way))).status).toBe(403);
    expect(heard).toEqual([{ host: "localhost", port, allowed: false, rule: "user Network(127.*)" }]);
  });

  test("a host of this machine below an allowed domain", async () => {
    const way = await admit(`*.localhost:${String(port)}`);
    const rule = "a.localhost is on this machine or a private network";
    expect(await tunnel(way, `a.localhost:${String(port)}`)).toContain(rule);
    expect(heard).toEqual([{ host: "a.localhost", port, allowed: false, rule }]);
  });

  test("an address of the link or of this machine that only a name allows", async () => {
    const named = { rule: "name", literal: true };
    expect(await checkedAddresses("169.254.169.254", { rule: "169.254.169.254", literal: true })).toHaveProperty(
      "addresses",
    );
    expect(await checkedAddresses("10.0.0.1", { rule: "*.x", literal: false })).toHaveProperty("refused");
    const own = await checkedAddresses(hostname(), named).catch(() => undefined);
    const addresses = own === undefined ? [] : "addresses" in own ? own.addresses.map(({ address }) => address) : [];
    expect(addresses.filter((address) => /^(?:127|169\.254)\.|^::1$/u.test(address))).toEqual([]);
  });

  test("a user without a pass, with another's, and with one that has ended", async () => {
    const host = `localhost:${String(port)}`;
    const way = await admit(host);
    const { status } = await asked(way.port, `http://${host}/`, { "proxy-authorization": "Basic a2Vsc29uOng=" });
    expect(status).toBe(407);
    const pass = passOf(way);
    way.end();
    expect((await asked(way.port, `http://${host}/`, pass)).status).toBe(407);
    expect(await tunnel(way, host)).toContain("HTTP/1.1 407");
    expect(heard).toEqual([]);
  });

  test("what is no request for a proxy", async () => {
    const way = await admit("example.org");
    for (const path of ["/", "https://example.org/", "ftp://example.org/"])
      expect((await asked(way.port, path, passOf(way))).status).toBe(400);
    for (const place of ["example.org", "example.org:99999999", ":443", ""]) {
      expect(await tunnel(way, place)).toMatch(/^HTTP\/1.1 400/u);
    }
  });
});

test("a name that does not exist, and a server that is not there, are told as unreachable", async () => {
  const way = await admit("no-such-name.invalid", "127.0.0.1:1");
  expect(await tunnel(way, "no-such-name.invalid:443")).toMatch(/^HTTP\/1.1 502[^]*cannot be reached/u);
  expect(await tunnel(way, "127.0.0.1:1")).toMatch(/^HTTP\/1.1 502[^]*cannot be reached/u);
  expect((await asked(way.port, "http://127.0.0.1:1/", passOf(way))).status).toBe(502);
});

test("a command's connections end with it", async () => {
  const way = await admit(`localhost:${String(port)}`);
  const client = connect(way.port, "127.0.0.1");
  client.write(connectRequest(way, `localhost:${String(port)}`));
  expect(String(await once(client, "data"))).toContain("200 Connection Established");
  way.end();
  await once(client, "close");
  expect(client.destroyed).toBe(true);
});

const passOf = ({ env }: Admission): Record<string, string> => {
  const { username, password } = new URL(env["http_proxy"] ?? "");
  return { "proxy-authorization": `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

const asked = async (proxyPort: number, path: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const call = request({ host: "127.0.0.1", port: proxyPort, path, headers, agent: false }).end();
  const [reply] = (await once(call, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of reply) body += String(chunk);
  return { status: reply.statusCode, headers: reply.headers, body };
};

const connectRequest = (way: Admission, place: string): string =>
  `CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\nproxy-authorization: ${passOf(way)["proxy-authorization"] ?? ""}\r\n\r\n`;

const tunnel = (way: Admission, place: string): Promise<string> => {
  const client = connect(way.port, "127.0.0.1");
  client.write(connectRequest(way, place));
  return whole(client);
};

const whole = async (source: AsyncIterable<unknown>): Promise<string> => {
  let text = "";
  for await (const chunk of source) text += String(chunk);
  return text;
};
