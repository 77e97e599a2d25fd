/** A server on the loopback that answers as a test says. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** What a request was. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface WebServer {
  readonly url: string;
  readonly host: string;
  readonly seen: Seen[];
}

/** Listens until the test file is done. Each path has its answer; any other path is 404. */
export const webServer = async (
  answers: Readonly<Record<string, (response: ServerResponse, seen: Seen) => void>>,
): Promise<WebServer> => {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body };
      seen.push(one);
      const answer = answers[url.split("?")[0] ?? ""] ?? answers["*"];
      if (answer === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
      else answer(response, one);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, seen };
};

/** An answer with a status 200. */
export const page =
  (type: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, { "content-type": type, ...headers }).end(body);

/** A redirect. */
export const to =
  (location: string, status = 302) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { location }).end("moved");
