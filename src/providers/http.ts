/** One POST over node:http: connections are kept alive, a silent server is given up, an abort signal ends it at once. */
import type { Agent, IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { BrotliDecompress, Gunzip, Inflate } from "node:zlib";
import { KelsonError, ProviderError } from "../contract/error.ts";
import { nodeHttp } from "./node-http.ts";
import { proxies } from "./proxies.ts";

/** Where a provider's API is. `idleMs`: how long nothing may arrive. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleMs: number;
  readonly agent: Agent;
}

/** An answer whose head has arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Text as it arrives, one item a socket chunk, whole characters only. What it throws is to be given to `explain`. */
  readonly chunks: AsyncIterable<string>;
  readonly explain: (error: unknown) => ProviderError;
  /** All that matters has come: the rest is awaited only for a moment, so that the connection can be kept. */
  readonly settle: () => void;
}

/**
 * What providers over HTTP are told of their server. Headers are added to the provider's own; `query` is added to the
 * address; `env` is where proxies are named (`HTTPS_PROXY` and its like).
 */
export interface EndpointOptions {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly idleMs?: number | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

const defaultIdleMs = 300_000;
const settleMs = 1_000;

/**
 * An endpoint with its own connections, or those of another one of the same server. Throws KelsonError `bad_input` when the
 * base URL is none.
 */
export const endpoint = (path: string, options: EndpointOptions, beside?: Endpoint): Endpoint => {
  // A base URL may bring a query of its own, as Azure's api-version.
  const [base = "", query] = options.baseUrl.split("?");
  const url = URL.parse(base.replace(/\/+$/, "") + path + (query ? `?${query}` : ""));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KelsonError("bad_input", `base-url must be an http or https URL, got "${options.baseUrl}"`);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
  const through = proxies(url, options.env ?? {});
  let own: Agent | undefined;
  return {
    url,
    headers: options.headers ?? {},
    idleMs: options.idleMs ?? defaultIdleMs,
    get agent() {
      return beside?.agent ?? (own ??= new (nodeHttp(url).Agent)({ keepAlive: true, ...through }));
    },
  };
};

/** The header that a key is sent in: `authorization: Bearer` unless it has a name of its own. */
export const keyHeaders = (key: string | undefined, name?: string): Readonly<Record<string, string>> => {
  if (!key) return {};
  return name === undefined ? { authorization: `Bearer ${key}` } : { [name]: key };
};

/** Sends JSON text; resolves when the head of the answer is there. Rejects with ProviderError. */
export const post = (to: Endpoint, body: string, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(interrupted());
    const payload = Buffer.from(body);
    let ended: ProviderError | undefined;
    let response: IncomingMessage | undefined;
    const end = (why: ProviderError): void => {
      ended ??= why;
      (response ?? request).destroy(ended);
    };
    const abort = (): void => end(interrupted());
    const explain = (error: unknown): ProviderError => ended ?? explained(to, error);
    const request = nodeHttp(to.url).request(to.url, {
      method: "POST",
      agent: to.agent,
      timeout: to.idleMs,
      headers: {
        "accept-encoding": "identity",
        ...to.headers,
        "content-type": "application/json",
        "content-length": payload.length,
      },
    });
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", (error) => reject(explain(error)));
    request.on("timeout", () => end(silent(to)));
    request.on("response", (head) => {
      response = head;
      const settle = (): void => void head.setTimeout(settleMs);
      resolve({ status: head.statusCode ?? 0, headers: head.headers, chunks: decoded(head), explain, settle });
    });
    request.end(payload);
  });

/** Compression is not asked for, but some gateways compress all the same. */
const decoded = (head: IncomingMessage): AsyncIterable<string> => {
  const decoder = decoderOf(head.headers["content-encoding"]);
  if (decoder === undefined) return head.setEncoding("utf8");
  // A connection that is cut ends the decoder, too; pipe alone would leave it waiting.
  head.once("error", (error) => decoder.destroy(error));
  decoder.once("close", () => head.destroy());
  return head.pipe(decoder).setEncoding("utf8");
};

/** Gives what it has at once, without waiting for a block to be full. */
const decoderOf = (encoding = "identity"): Gunzip | Inflate | BrotliDecompress | undefined => {
  if (encoding === "identity") return undefined;
  const zlib = process.getBuiltinModule("node:zlib");
  const flushed = { flush: zlib.constants.Z_SYNC_FLUSH };
  if (encoding === "gzip" || encoding === "x-gzip") return zlib.createGunzip(flushed);
  if (encoding === "deflate") return zlib.createInflate(flushed);
  return encoding === "br" ? zlib.createBrotliDecompress(flushed) : undefined;
};

/** The whole text of an answer. Rejects with ProviderError. */
export const wholeText = async (answer: Answer): Promise<string> => {
  let text = "";
  try {
    for await (const chunk of answer.chunks) text += chunk;
  } catch (error) {
    throw answer.explain(error);
  }
  return text;
};

const interrupted = (): ProviderError => new ProviderError("interrupted", "the model call was cut off");

const silent = (to: Endpoint): ProviderError =>
  new ProviderError("timeout", `nothing arrived from ${to.url.host} for ${to.idleMs / 1000} seconds`);

const explained = (to: Endpoint, error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error;
  // Node's error for "none of the addresses answered" has a code but no message.
  const { message, code } = error as NodeJS.ErrnoException;
  return new ProviderError("network", `the connection to ${to.url.host} failed: ${message || code}`, { cause: error });
};
