/** A model server on the loopback that answers as it is told, in the true wire format, with faults on demand. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { anthropicServer } from "./anthropic.ts";
import type { RequestBody, ServerDialect } from "./dialect.ts";
import { geminiServer } from "./gemini.ts";
import { ollamaServer } from "./ollama.ts";
import { openaiChatServer } from "./openai-chat.ts";
import { openaiResponsesServer } from "./openai-responses.ts";
import { type Fault, fullReply, type Reply } from "./reply.ts";

const dialects = {
  anthropic: anthropicServer,
  "openai-chat": openaiChatServer,
  "openai-responses": openaiResponsesServer,
  gemini: geminiServer,
  ollama: ollamaServer,
} satisfies Record<string, ServerDialect>;

/** The wire formats that the server speaks. */
export type DialectName = keyof typeof dialects;

/**
 * A request as it came. `count` is its place among all requests, from 1. `turn` is one more than the assistant messages
 * in it, so that a request that is sent again has the same turn: a script goes by it. `connection` numbers the sockets.
 */
export interface ServedRequest {
  readonly count: number;
  readonly turn: number;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: RequestBody;
  readonly connection: number;
}

/** `url` is the base URL to give to a provider. `connections` counts those that were ever opened. */
export interface ModelServer {
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  readonly connections: () => number;
  /** Cuts all connections. */
  readonly close: () => Promise<void>;
}

/** What the server speaks, and what it answers to each request. */
export interface ModelServerOptions {
  readonly dialect: DialectName;
  readonly reply: (request: ServedRequest) => Reply | Promise<Reply>;
}

/** Starts a server on a free port of the loopback; close it in the end. */
export const modelServer = async ({ dialect: name, reply }: ModelServerOptions): Promise<ModelServer> => {
  const dialect: ServerDialect = dialects[name];
  const requests: ServedRequest[] = [];
  const numbers = new WeakMap<object, number>();
  let connections = 0;
  const serve = async (incoming: http.IncomingMessage, answer: http.ServerResponse): Promise<void> => {
    const text = await bodyOf(incoming);
    const path = incoming.url ?? "";
    const aside = dialect.aside?.(path);
    if (aside !== undefined) return send(answer, 200, aside);
    const body = readBody(dialect, path, JSON.parse(text) as RequestBody);
    if (body === undefined) return send(answer, 404, dialect.error("not_found_error", path));
    const turn = body.messages.filter(({ role }) => role === "assistant").length + 1;
    const connection = numbers.get(incoming.socket) ?? 0;
    const request = { count: requests.length + 1, turn, path, headers: incoming.headers, text, body, connection };
    requests.push(request);
    await respond({ dialect, request, reply: await reply(request), answer });
  };
  const server = http.createServer((incoming, answer) => {
    // A script that throws is seen by the client as a 500 with the sentence.
    serve(incoming, answer).catch((error: unknown) => send(answer, 500, dialect.error("api_error", String(error))));
  });
  server.on("connection", (socket) => numbers.set(socket, ++connections));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${dialect.base}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

const readBody = ({ base, path: expected, read }: ServerDialect, path: string, body: RequestBody) => {
  if (read !== undefined) return read(path, body);
  return path === base + expected ? body : undefined;
};

interface Exchange {
  readonly dialect: ServerDialect;
  readonly request: ServedRequest;
  readonly reply: Reply;
  readonly answer: http.ServerResponse;
}

const respond = async ({ dialect, request, reply, answer }: Exchange): Promise<void> => {
  const { fault, delayMs = 0 } = reply;
  const { body, turn } = request;
  if (delayMs > 0) await wait(delayMs);
  if (fault?.kind === "stall" && fault.afterBytes === undefined) return;
  if (fault?.kind === "status") return refuse(dialect, fault, answer);
  const full = fullReply(reply, { model: body.model, turn, chars: request.text.length });
  const stream = body.stream === true;
  if (!stream && fault?.kind === "error") return send(answer, 500, dialect.error(fault.type, fault.message));
  const frames = stream
    ? faulty(dialect.frames(full, body), dialect, fault)
    : [fault?.kind === "garbage" ? garbage : JSON.stringify(dialect.whole(full))];
  answer.writeHead(200, { "content-type": stream ? (dialect.streamType ?? eventStream) : "application/json" });
  await write(answer, frames, reply);
};

const refuse = (
  dialect: ServerDialect,
  fault: Extract<Fault, { kind: "status" }>,
  answer: http.ServerResponse,
): void => {
  const { status, type = "api_error", message = "told to fail", headers = {}, body } = fault;
  for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
  send(answer, status, body ?? dialect.error(type, message));
};

const send = (answer: http.ServerResponse, status: number, body: object | string): void => {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(status, { "content-type": "application/json" });
  answer.end(typeof body === "string" ? body : JSON.stringify(body));
};

const eventStream = "text/event-stream; charset=utf-8";
const garbage = "data: {this is not JSON\n\n";

const faulty = (frames: readonly string[], dialect: ServerDialect, fault: Fault | undefined): readonly string[] => {
  if (fault?.kind === "error")
    return [...frames.slice(0, fault.afterFrames), dialect.errorFrame(fault.type, fault.message)];
  if (fault?.kind === "garbage") return [...frames.slice(0, fault.afterFrames), garbage];
  if (fault?.kind !== "unknown-events") return frames;
  const middle = Math.floor(frames.length / 2);
  return [...dialect.unknownFrames(), ...frames.slice(0, middle), ...dialect.unknownFrames(), ...frames.slice(middle)];
};

const write = async (answer: http.ServerResponse, frames: readonly string[], reply: Reply): Promise<void> => {
  const { fault, delayMs = 0, writeBytes } = reply;
  const ends = fault?.kind === "cut" || fault?.kind === "stall" ? (fault.afterBytes ?? 0) : Infinity;
  const whole = Buffer.from(frames.join(""));
  if (ends < whole.length) {
    answer.write(whole.subarray(0, ends), () => fault?.kind === "cut" && answer.destroy());
    if (ends === 0) answer.flushHeaders();
    return;
  }
  for (const bytes of writeBytes === undefined ? frames : sliced(whole, writeBytes)) {
    answer.write(bytes);
    if (delayMs > 0) await wait(delayMs);
    // Small writes would leave in one packet otherwise.
    else if (writeBytes !== undefined) await new Promise(setImmediate);
  }
  answer.end();
};

const sliced = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

const bodyOf = async (incoming: http.IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk as string;
  return text;
};
