/** One request over node:http and its answer, read to its end or to its limit. */
import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import zlib from "node:zlib";
import type { WebAnswer } from "../contract/world.ts";
import { isPrivate, publicLookup } from "./private-network.ts";
import { webError } from "./web-error.ts";

/** A single request, after all redirects before it. Names of headers are in lower case. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What holds for the whole fetch; `signal` aborts when `time` is up, too. */
export interface HopLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly time: AbortSignal;
  readonly signal: AbortSignal;
  /** Refuses hosts of this machine and of private networks. */
  readonly publicOnly: boolean;
}

/** `location` is set when the answer is a redirect; its body is then empty. */
export interface HopAnswer {
  readonly answer: WebAnswer;
  readonly location: string | undefined;
  readonly reachedPublic: boolean;
}

export type Exchange = (hop: Hop, limits: HopLimits) => Promise<HopAnswer>;

/** Exchanges through the proxies that `env` names. Connections are not kept: nothing is left open behind a call. */
export const exchanges = (env: Readonly<Record<string, string | undefined>>): Exchange => {
  const proxyEnv = proxies(env);
  const proxied = Object.keys(proxyEnv).some((name) => !/^no_proxy$/i.test(name));
  return async (hop, limits) => {
    try {
      limits.signal.throwIfAborted();
      const agent = hop.url.protocol === "https:" ? new https.Agent({ proxyEnv }) : new http.Agent({ proxyEnv });
      const head = await sent(hop, limits, agent);
      // Through a proxy only a host's name can tell.
      const reachedPublic = !isPrivate(hop.url.hostname) && (proxied || !isPrivate(head.socket.remoteAddress ?? ""));
      return { ...(await received(head, hop, limits)), reachedPublic };
    } catch (cause) {
      throw webError(hop.url, limits, cause);
    }
  };
};

const proxyNames = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];

const proxies = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(proxyNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

const sent = (
  { url, method, headers, body }: Hop,
  { signal, publicOnly }: HopLimits,
  agent: http.Agent,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method,
      agent,
      signal,
      headers: {
        "user-agent": "kelson",
        accept: "*/*",
        ...headers,
        "accept-encoding": Object.keys(decoders).join(", "),
        ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      },
      ...(publicOnly && { lookup: publicLookup(url.hostname) }),
    });
    request.on("error", reject);
    request.on("response", resolve);
    request.end(body);
  });

const received = async (
  head: http.IncomingMessage,
  { url }: Hop,
  { maxBytes }: HopLimits,
): Promise<Omit<HopAnswer, "reachedPublic">> => {
  const status = head.statusCode ?? 0;
  const location = redirects.has(status) ? head.headers.location : undefined;
  const whole = { url: url.href, status, headers: plainHeaders(head.headers) };
  if (location !== undefined) {
    head.destroy();
    return { answer: { ...whole, body: new Uint8Array(), cut: false }, location };
  }
  return { answer: { ...whole, ...(await bounded(decoded(head), maxBytes)) }, location };
};

const redirects = new Set([301, 302, 303, 307, 308]);

const plainHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
  deflate: () => zlib.createInflate(),
};

/** The body without its content encodings; the one named last was put on last. */
const decoded = (head: http.IncomingMessage): Readable => {
  const encodings = (head.headers["content-encoding"] ?? "").split(",").map((name) => name.trim().toLowerCase());
  const needed = encodings.filter((name) => name !== "" && name !== "identity").toReversed();
  const unknown = needed.find((name) => decoders[name.replace(/^x-/, "")] === undefined);
  if (unknown !== undefined) {
    head.destroy();
    throw new Error(`its body is encoded as ${unknown}, which is not known here`);
  }
  if (needed.length === 0) return head;
  const stages = needed.map((name) => decoders[name.replace(/^x-/, "")]!());
  // What goes wrong on the way is thrown to whoever reads the end of it.
  return pipeline([head, ...stages], () => undefined) as unknown as Readable;
};

const bounded = async (source: Readable, maxBytes: number): Promise<Pick<WebAnswer, "body" | "cut">> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), cut: bytes > maxBytes };
};
