/** An HTTP proxy that connects commands to the hosts that they were allowed, and to no other. */
import http from "node:http";
import { connect, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { reasonOf } from "../file-error.ts";
import { type Address, checkedAddresses } from "./checked-address.ts";
import { plainHost } from "./host-rules.ts";
import type { Pass, Passes } from "./passes.ts";

/**
 * The proxy as a server that does not listen yet: CONNECT, and requests in absolute form (RFC 9112, 3.2.2) for plain http.
 * Without a valid pass it answers 407; what is not allowed gets 403 and one sentence, what cannot be reached 502.
 */
export const egressServer = (passes: Passes): http.Server => {
  const server = http.createServer((request, response) => {
    const pass = passes.of(request.headers["proxy-authorization"]);
    if (pass === undefined) return answer(response, noPass);
    void forward(pass, request, response).catch((error: unknown) => {
      answer(response, unreachable(error));
    });
  });
  server.on("connect", (request: http.IncomingMessage, client: Socket, head: Buffer) => {
    client.on("error", () => undefined);
    const pass = passes.of(request.headers["proxy-authorization"]);
    if (pass === undefined) return answerRaw(client, noPass);
    void tunnel(pass, { target: request.url ?? "", client, head }).catch((error: unknown) => {
      answerRaw(client, unreachable(error));
    });
  });
  return server;
};

/** A proxy's own answer. */
interface Answer {
  readonly status: 400 | 403 | 407 | 502;
  readonly sentence: string;
}

const noPass: Answer = { status: 407, sentence: "this proxy serves only the commands that it was made for" };

const unreachable = (error: unknown): Answer => ({
  status: 502,
  sentence: `the host cannot be reached: ${reasonOf(error)}`,
});

/** Where a connection goes, once it may; or the answer that refuses it. The pass hears of both. */
const admitted = async (
  pass: Pass,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly addresses: readonly Address[] } | Answer> => {
  const refuse = (rule: string, sentence: string): Answer => {
    pass.connected({ host, port, allowed: false, rule });
    return { status: 403, sentence };
  };
  const deny = (rule: string): Answer => refuse(rule, `${host}:${String(port)} is denied by the rule ${rule}`);
  const denied = pass.denied(host, port);
  if (denied !== undefined) return deny(denied);
  const match = pass.match(host, port);
  if (match === undefined)
    return refuse("no rule allows it", `${host}:${String(port)} is not among the hosts that this command may reach`);
  const checked = await checkedAddresses(host, match);
  if ("refused" in checked) return refuse(checked.refused, checked.refused);
  const [elsewhere] = checked.addresses.flatMap(({ address }) => pass.denied(address, port) ?? []);
  if (elsewhere !== undefined) return deny(elsewhere);
  pass.connected({ host, port, allowed: true, rule: match.rule });
  return checked;
};

const tunnel = async (
  pass: Pass,
  { target, client, head }: { readonly target: string; readonly client: Socket; readonly head: Buffer },
): Promise<void> => {
  const [, name, digits] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/u.exec(target) ?? [];
  if (name === undefined) return answerRaw(client, { status: 400, sentence: `"${target}" is not a host and a port` });
  const [host, port] = [plainHost(name), Number(digits)];
  const way = await admitted(pass, { host, port });
  if ("status" in way) return answerRaw(client, way);
  const upstream = connect({ host, port, lookup: only(way.addresses), allowHalfOpen: true });
  upstream.setTimeout(connectTimeoutMs, () => upstream.destroy(new Error("it does not answer")));
  keep(pass, upstream, client);
  await new Promise<void>((resolve, reject) => upstream.once("connect", resolve).once("error", reject));
  upstream.setTimeout(0);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  upstream.write(head);
  upstream.pipe(client).pipe(upstream);
};

const forward = async (pass: Pass, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
  const url = URL.parse(request.url ?? "");
  if (url?.protocol !== "http:")
    return answer(response, { status: 400, sentence: "this proxy takes CONNECT and requests for http URLs" });
  const [host, port] = [plainHost(url.hostname), Number(url.port || 80)];
  const way = await admitted(pass, { host, port });
  if ("status" in way) return answer(response, way);
  const upstream = http.request({
    host,
    port,
    lookup: only(way.addresses),
    agent: false,
    method: request.method ?? "GET",
    path: url.pathname + url.search,
    headers: { ...endToEnd(request.headers), host: url.host },
  });
  upstream.on("socket", (socket) => {
    socket.setTimeout(connectTimeoutMs, () => {
      if (socket.connecting) socket.destroy(new Error("it does not answer"));
    });
    keep(pass, socket, request.socket);
  });
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    upstream.once("response", resolve).on("error", reject);
    request.on("error", reject).pipe(upstream);
  });
  reply.on("error", () => response.destroy());
  response.writeHead(reply.statusCode ?? 502, endToEnd(reply.headers));
  reply.pipe(response);
};

const connectTimeoutMs = 30_000;

/** Answers with what was checked: a second look-up could find something else. */
const only =
  (addresses: readonly Address[]): LookupFunction =>
  (_, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };

/** Both ends live and die together, and not longer than the command. */
const keep = (pass: Pass, upstream: Duplex, client: Duplex): void => {
  for (const stream of [upstream, client]) {
    pass.open.add(stream);
    stream.once("close", () => pass.open.delete(stream));
  }
  upstream.on("error", () => undefined);
  client.once("close", () => upstream.destroy());
};

/** Headers without those that are for one connection only (RFC 9110, 7.6.1), which each side makes for itself. */
const endToEnd = (headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders => {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const hop = new Set([...named, ...hopByHop]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.has(name)));
};

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

const answer = (response: http.ServerResponse, { status, sentence }: Answer): void => {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, answerHeaders(status)).end(`${sentence}\n`);
};

const answerRaw = (client: Socket, { status, sentence }: Answer): void => {
  const headers = Object.entries(answerHeaders(status)).map(([name, value]) => `${name}: ${value}\r\n`);
  const line = `HTTP/1.1 ${String(status)} ${http.STATUS_CODES[status] ?? ""}\r\n`;
  client.end(`${line}${headers.join("")}\r\n${sentence}\n`);
};

const answerHeaders = (status: Answer["status"]): Record<string, string> => ({
  "content-type": "text/plain; charset=utf-8",
  connection: "close",
  ...(status === 407 && { "proxy-authenticate": 'Basic realm="kelson"' }),
});
