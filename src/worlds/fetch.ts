/** Requests to the network for a world: http and https only, redirects followed hop by hop, everything bounded. */
import { type Allowance, CallBlocked, type WebAnswer, type WebRequest, type World } from "../contract/world.ts";
import { plainHost } from "./egress/host-rules.ts";
import type { Gate } from "./gate.ts";
import type { Exchange, Hop } from "./web-exchange.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Makes the `fetch` of worlds. HTTP_PROXY, HTTPS_PROXY and NO_PROXY of `env` are honoured (no SOCKS); a redirect never leads
 * from a public host to a private one, nor carries headers that may hold a key to another origin.
 */
export const webFetch = (env: Environment): ((pass: Gate) => World["fetch"]) => {
  let exchange: Exchange | undefined;
  return (pass) => async (request) => {
    pass.effect("network");
    // Loaded when first used: most sessions never leave the machine.
    exchange ??= (await import("./web-exchange.ts")).exchanges(env);
    return follow(request, exchange, pass.allowance);
  };
};

const defaultMaxBytes = 5 * 1024 * 1024;
const defaultMaxRedirects = 5;
const defaultTimeoutMs = 30_000;

const follow = async (request: WebRequest, exchange: Exchange, allowance: Allowance): Promise<WebAnswer> => {
  const { maxRedirects = defaultMaxRedirects, maxBytes = defaultMaxBytes, timeoutMs = defaultTimeoutMs } = request;
  const time = AbortSignal.timeout(timeoutMs);
  const limits = {
    maxBytes,
    timeoutMs,
    time,
    signal: request.signal === undefined ? time : AbortSignal.any([request.signal, time]),
  };
  let hop = firstHop(request);
  let publicOnly = false;
  for (let hops = 0; ; hops += 1) {
    requireUndenied(hop.url, allowance);
    const { answer, location, reachedPublic } = await exchange(hop, { ...limits, publicOnly });
    if (location === undefined || maxRedirects === 0) return answer;
    if (hops === maxRedirects)
      throw new Error(`cannot fetch from ${hop.url.host}: it redirected more than ${maxRedirects} times`);
    const next = nextHop(hop, answer.status, location);
    publicOnly = reachedPublic && next.url.hostname !== hop.url.hostname ? true : publicOnly;
    hop = next;
  }
};

const requireUndenied = (
  { hostname, port, protocol, host }: URL,
  { denied, connected }: Pick<Allowance, "denied" | "connected">,
): void => {
  const plain = { host: plainHost(hostname), port: Number(port || (protocol === "https:" ? 443 : 80)) };
  const rule = denied?.(plain.host, plain.port);
  if (rule === undefined) return;
  connected?.({ ...plain, allowed: false, rule });
  throw new CallBlocked(`cannot fetch from ${host}: it is denied by the rule ${rule}`);
};

const firstHop = ({ url, method = "GET", headers = {}, body }: WebRequest): Hop => ({
  url: checked(url),
  method,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  body,
});

/** As the Fetch Standard has it: 301 and 302 turn a POST into a GET, 303 everything, 307 and 308 nothing. */
const nextHop = ({ url, method, headers, body }: Hop, status: number, location: string): Hop => {
  const target = checked(location, url);
  const kept = target.origin === url.origin ? headers : harmless(headers);
  if (status === 307 || status === 308) return { url: target, method, headers: kept, body };
  return { url: target, method: "GET", headers: kept, body: undefined };
};

const checked = (address: string, from?: URL): URL => {
  const url = URL.parse(address, from?.href);
  const refusal = `cannot fetch ${address}${from === undefined ? "" : `, where ${from.host} redirects to`}`;
  if (url === null) throw new Error(`${refusal}: it is not a URL`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new CallBlocked(`${refusal}: it is not http or https`);
  if (url.username !== "" || url.password !== "")
    throw new CallBlocked(`cannot fetch from ${url.host}: its URL holds a user name or password, which are never sent`);
  return url;
};

const harmless = (headers: Hop["headers"]): Hop["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessNames.has(name)));

const harmlessNames = new Set(["accept", "accept-language", "content-type", "user-agent"]);
