/** One POST over node:http: connections are kept alive, a silent server is given up, an abort signal ends it at once. */
import http from "node:http";
import https from "node:https";
import { KelsonError, ProviderError } from "../contract/error.ts";

/** Where a provider's API is. `idleMs`: how long nothing may arrive. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleMs: number;
  readonly agent: http.Agent;
}

/** An answer whose head has arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Text as it arrives, one item a socket chunk, whole characters only. What it throws is to be given to `explain`. */
  readonly chunks: AsyncIterable<string>;
  readonly explain: (error: unknown) => ProviderError;
  /** All that matters has come: the rest is awaited only for a moment, so that the connection can be kept. */
  readonly settle: () => void;
}

/** What providers over HTTP are told of their server. Headers are added to the provider's own. */
export interface EndpointOptions {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idleMs?: number | undefined;
}

const defaultIdleMs = 300_000;
const settleMs = 1_000;

/** An endpoint with its own connections. Throws KelsonError `bad_input` when the base URL is none. */
export const endpoint = (path: string, options: EndpointOptions): Endpoint => {
  const url = URL.parse(options.baseUrl.replace(/\/+$/, "") + path);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KelsonError("bad_input", `base-url must be an http or https URL, got "${options.baseUrl}"`);
  return {
    url,
    headers: options.headers ?? {},
    idleMs: options.idleMs ?? defaultIdleMs,
    agent: url.protocol === "https:" ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true }),
  };
};

/** Sends JSON text; resolves when the head of the answer is there. Rejects with ProviderError. */
export const post = (to: Endpoint, body: string, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(interrupted());
    const payload = Buffer.from(body);
    let ended: ProviderError | undefined;
    let response: http.IncomingMessage | undefined;
    const end = (why: ProviderError): void => {
      ended ??= why;
      (response ?? request).destroy(ended);
    };
    const abort = (): void => end(interrupted());
    const explain = (error: unknown): ProviderError => ended ?? explained(to, error);
    const request = (to.url.protocol === "https:" ? https : http).request(to.url, {
      method: "POST",
      agent: to.agent,
      timeout: to.idleMs,
      headers: { ...to.headers, "content-type": "application/json", "content-length": payload.length },
    });
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", (error) => reject(explain(error)));
    request.on("timeout", () => end(silent(to)));
    request.on("response", (head) => {
      response = head.setEncoding("utf8");
      const settle = (): void => void head.setTimeout(settleMs);
      resolve({ status: head.statusCode ?? 0, headers: head.headers, chunks: response, explain, settle });
    });
    request.end(payload);
  });

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
