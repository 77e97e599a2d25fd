/** What a provider must do that speaks a known dialect over HTTP, proved with the loopback model server and its faults. */
import { describe, expect, test } from "vitest";
import type { ModelFailure } from "../../contract/error.ts";
import type { Message } from "../../contract/message.ts";
import type { ModelRequest, Provider } from "../../contract/provider.ts";
import type { Sampling } from "../../contract/terms.ts";
import type { Fault, Reply } from "../model-server/reply.ts";
import { type DialectName, type ModelServer, modelServer } from "../model-server/server.ts";
import { hear, type Heard, question, requestOf } from "./hearing.ts";

/**
 * A codec under proof. `make` gives the provider for a server at `baseUrl`, of a model named `test-model`, that waits no
 * longer than `idleMs` for a silent one; `blocks` is the encoder of its requests, each block a JSON text.
 */
export interface WireProof {
  readonly dialect: DialectName;
  readonly make: (baseUrl: string, idleMs: number) => Provider;
  readonly blocks: (request: ModelRequest) => readonly string[];
  /** What the dialect has no words for. */
  readonly lacks?: readonly ("broken JSON" | "refusals" | "cache figures")[];
}

/**
 * The suite of a codec: what is said arrives whole in any pieces, each fault of a server gets its category, and the
 * blocks of a request begin those of a longer one.
 */
export const wireConformance = (name: string, proof: WireProof): void => {
  describe(`${name} over the wire`, () => {
    describe.each([{ stream: true }, { stream: false }])("stream: $stream", (sampling) => {
      whatIsSaid(proof, sampling);
      whatFails(proof, sampling);
    });
    whatOnlyStreams(proof);
    whatIsAsked(proof);
  });
};

const asked = async (
  { dialect, make }: WireProof,
  sampling: Sampling,
  reply: Reply,
  use: (provider: Provider, server: ModelServer) => Promise<Heard> = (provider) =>
    hear(provider, requestOf({ sampling })),
): Promise<Heard & { readonly server: ModelServer }> => {
  const server = await modelServer({ dialect, reply: () => reply });
  try {
    return { ...(await use(make(server.url, 300), server)), server };
  } finally {
    await server.close();
  }
};

const whatIsSaid = (proof: WireProof, sampling: Sampling): void => {
  const usage = { input: 120, output: 30, cacheRead: proof.lacks?.includes("cache figures") ? 0 : 100, cacheWrite: 0 };

  test("text, reasoning, parallel calls, usage and the stop reason arrive whole", async () => {
    const calls = [
      { id: "call_a", name: "read_file", input: { path: "a.txt", note: 'with "quotes" and 🚢 ümlauts' } },
      { id: "call_b", name: "read_file", input: { path: "b/c.txt", lines: [1, 2, 3] } },
      { id: "call_c", name: "list", input: {} },
    ];
    const heard = await asked(proof, sampling, { reasoning: "I think … 🤔", text: "Grüße, 世界 🚢!", calls, usage });
    expect(heard).toMatchObject({
      reasoning: "I think … 🤔",
      text: "Grüße, 世界 🚢!",
      calls: calls.map(({ id, name, input }) => ({ call: id, name, json: JSON.stringify(input) })),
      finish: { type: "finish", stop: "calls", usage, model: "test-model" },
      unknown: [],
      failure: undefined,
    });
  });

  test.each([
    { text: "done", stop: "end" },
    { text: "cut o", stop: "max_tokens" },
    { stop: "max_tokens" },
    { stop: "refusal" },
  ] as const)("stop reason %j", async (reply) => {
    if (reply.stop === "refusal" && proof.lacks?.includes("refusals")) return;
    const heard = await asked(proof, sampling, reply);
    expect(heard).toMatchObject({ finish: { stop: reply.stop }, failure: undefined });
  });

  test("ids that are missing or taken become unique, the same ones each time", async () => {
    const calls = ["", "same", "same", ""].map((id) => ({ id, name: "list" }));
    const earlier = { type: "call", id: "same", name: "list", input: {} } as const;
    const request = requestOf({
      sampling,
      messages: [question, { role: "assistant", model: "other/model", parts: [earlier] }],
    });
    const idsOf = async (): Promise<readonly string[]> => {
      const heard = await asked(proof, sampling, { calls }, (provider) => hear(provider, request));
      return heard.calls.map(({ call }) => call);
    };
    const ids = await idsOf();
    expect(new Set([...ids, "same"]).size).toBe(5);
    expect(await idsOf()).toEqual(ids);
  });

  test("a call without input has an empty object", async () => {
    const heard = await asked(proof, sampling, {
      calls: [{ id: "x", name: "list", json: sampling.stream ? "" : "{}" }],
    });
    expect(heard.calls).toEqual([{ call: "x", name: "list", json: "{}" }]);
  });

  test("one connection serves one reply after the other", async () => {
    const { server } = await asked(proof, sampling, { text: "hello" }, async (provider) => {
      for (let step = 1; step < 5; step++) await hear(provider, requestOf({ sampling, step }));
      return hear(provider, requestOf({ sampling }));
    });
    expect([server.requests.length, server.connections()]).toEqual([5, 1]);
  });
};

const status = (status: number, more: object = {}): Fault => ({ kind: "status", status, ...more });

const whatFails = (proof: WireProof, sampling: Sampling): void => {
  test.each<[Fault, ModelFailure, object?]>([
    [status(429, { type: "rate_limit_error", headers: { "retry-after": "7" } }), "rate_limit", { retryAfterMs: 7000 }],
    [status(429, { headers: { "retry-after-ms": "250", "retry-after": "1" } }), "rate_limit", { retryAfterMs: 250 }],
    [status(429, { type: "insufficient_quota" }), "budget"],
    [status(402), "budget"],
    [status(400, { type: "invalid_request_error", message: "Your credit balance is too low" }), "budget"],
    [status(401, { type: "authentication_error" }), "authentication", { status: 401 }],
    [status(403, { type: "permission_error" }), "authentication"],
    [status(400, { type: "invalid_request_error", message: "prompt is too long: 9 > 8" }), "context_overflow"],
    [status(413, { type: "request_too_large" }), "context_overflow"],
    [status(400, { type: "invalid_request_error", message: "tools: bad" }), "invalid_request", { status: 400 }],
    [status(404, { type: "not_found_error" }), "invalid_request"],
    [status(500, { body: "<html>Oops</html>" }), "server", { status: 500 }],
    [status(502, { body: "" }), "server"],
    [status(503), "overloaded"],
    [status(529, { type: "overloaded_error" }), "overloaded"],
    [{ kind: "stall" }, "timeout"],
    [{ kind: "stall", afterBytes: 0 }, "timeout"],
    [{ kind: "stall", afterBytes: 40 }, "timeout"],
    [{ kind: "cut", afterBytes: 0 }, "network"],
    [{ kind: "cut", afterBytes: 40 }, "network"],
    [{ kind: "error", afterFrames: 4, type: "overloaded_error", message: "busy" }, "overloaded"],
    [{ kind: "error", afterFrames: 4, type: "api_error", message: "oops" }, "server"],
    [{ kind: "garbage", afterFrames: 4 }, "malformed"],
  ])("%j is %s", async (fault, category, more = {}) => {
    const heard = await asked(proof, sampling, { text: "Hello, this is cut off somewhere", fault });
    expect(heard).toMatchObject({ finish: undefined, failure: { category, ...more } });
  });

  test("an answer that says nothing is malformed", async () => {
    expect(await asked(proof, sampling, {})).toMatchObject({ finish: undefined, failure: { category: "malformed" } });
  });

  test("a server that is not there is a network failure", async () => {
    const heard = await asked(proof, sampling, {}, async (provider, server) => {
      await server.close();
      return hear(provider, requestOf({ sampling }));
    });
    expect(heard.failure?.category).toBe("network");
  });

  test("an abort ends the call at once, before and while it is answered", async () => {
    const abort = new AbortController();
    const begun = Date.now();
    const heard = await asked(proof, sampling, { text: "slow", delayMs: 5_000 }, (provider) => {
      setTimeout(() => abort.abort(), 30);
      return hear(provider, requestOf({ sampling }), abort.signal);
    });
    expect(heard.failure?.category).toBe("interrupted");
    expect(Date.now() - begun).toBeLessThan(2_000);
    const again = await asked(proof, sampling, {}, (provider) => hear(provider, requestOf({ sampling }), abort.signal));
    expect([again.failure?.category, again.server.requests.length]).toEqual(["interrupted", 0]);
  });
};

const whatOnlyStreams = (proof: WireProof): void => {
  const sampling = { stream: true };
  const said: Reply = {
    reasoning: "So — 🤔",
    text: "Grüße, 世界 🚢!",
    calls: [{ name: "list", input: { at: "ü🚢" } }],
  };

  test("bytes may arrive in any pieces", async () => {
    const whole = await asked(proof, sampling, said);
    for (const writeBytes of [1, 7, 64]) {
      const { text, reasoning, calls, finish, failure } = await asked(proof, sampling, { ...said, writeBytes });
      expect({ text, reasoning, calls, finish, failure }).toEqual({
        text: whole.text,
        reasoning: whole.reasoning,
        calls: whole.calls,
        finish: whole.finish,
        failure: undefined,
      });
    }
  });

  test("events that nobody knows are skipped and counted", async () => {
    const heard = await asked(proof, sampling, { ...said, fault: { kind: "unknown-events" } });
    expect(heard).toMatchObject({ text: said.text, reasoning: said.reasoning, failure: undefined });
    expect(heard.unknown.length).toBe(4);
  });

  test("JSON that a model got wrong is passed on as it is", async () => {
    const json = `{"path": "a.txt`;
    const heard = await asked(proof, sampling, { calls: [{ id: "x", name: "read_file", json }] });
    // Where inputs are objects on the wire the server says that it could not make one, and the model is asked again.
    const unmade = proof.lacks?.includes("broken JSON") === true;
    expect(heard).toMatchObject(
      unmade ? { failure: { category: "malformed" } } : { calls: [{ call: "x", name: "read_file", json }] },
    );
  });

  test("a stream that is cut, wherever, is a network failure until it is whole", async () => {
    const { text, calls, finish } = await asked(proof, sampling, said);
    const outcomes: unknown[] = [];
    for (let afterBytes = 0; afterBytes < 4_000; afterBytes += 67) {
      const heard = await asked(proof, sampling, { ...said, fault: { kind: "cut", afterBytes } });
      outcomes.push(heard.failure?.category ?? { text: heard.text, calls: heard.calls, finish: heard.finish });
    }
    const cut = outcomes.lastIndexOf("network") + 1;
    expect(cut).toBeGreaterThan(10);
    expect(outcomes).toEqual(outcomes.map((_, index) => (index < cut ? "network" : { text, calls, finish })));
  });

  test("what was said before a failure is given before it", async () => {
    const fault: Fault = { kind: "error", afterFrames: 6, type: "overloaded_error", message: "busy" };
    const heard = await asked(proof, sampling, { text: "one two three", pieceChars: 4, fault });
    expect(heard.text).toMatch(/^one/);
    expect(heard.failure).toMatchObject({ category: "overloaded", message: expect.stringContaining("busy") as string });
  });

  test("a reader that stops leaves nothing behind", async () => {
    const heard = await asked(
      proof,
      sampling,
      { text: "a long story", pieceChars: 1, delayMs: 5 },
      async (provider) => {
        const signal = new AbortController().signal;
        for await (const batch of provider.stream(requestOf(), { signal })) if (batch.length > 0) break;
        return hear(provider, requestOf());
      },
    );
    expect([heard.text, heard.server.connections()]).toEqual(["a long story", 2]);
  });
};

const whatIsAsked = (proof: WireProof): void => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const conversation: readonly Message[] = [
    { role: "user", parts: [{ type: "text", text: "Look" }, image] },
    {
      role: "assistant",
      model: "anthropic/claude",
      parts: [
        { type: "reasoning", text: "Hm", carry: { signature: "sig" } },
        { type: "text", text: "I look." },
        { type: "call", id: "c:1", name: "read_file", input: { path: "a" } },
        { type: "call", id: "c2", name: "read_file", input: null, malformed: `{"path` },
      ],
    },
    {
      role: "tool",
      results: [
        { call: "c:1", name: "read_file", ok: true, parts: [{ type: "text", text: "A" }, image] },
        { call: "c2", name: "read_file", ok: false, parts: [{ type: "text", text: "Error [invalid_arguments]: no" }] },
      ],
    },
    { role: "assistant", model: "other/model", parts: [{ type: "reasoning", text: "only thought" }] },
    { role: "user", parts: [{ type: "text", text: "half a character: \ud83d" }] },
    { role: "assistant", model: "openai/gpt", parts: [{ type: "text", text: "Done." }] },
    question,
  ];

  test("the blocks of a request begin those of a longer one", () => {
    const whole = proof.blocks(requestOf({ messages: conversation }));
    for (let length = 0; length <= conversation.length; length++) {
      const blocks = proof.blocks(requestOf({ messages: conversation.slice(0, length) }));
      expect(whole.slice(0, blocks.length)).toEqual(blocks);
    }
  });

  test("a message is written once, however often it is sent", () => {
    const first = proof.blocks(requestOf({ messages: conversation }));
    expect(proof.blocks(requestOf({ messages: conversation }))).toEqual(first);
    expect(first.every((block) => JSON.stringify(JSON.parse(block)) === block)).toBe(true);
    expect(first.join("")).not.toContain("\\ud83d");
  });

  test("the body is JSON that holds what was said", async () => {
    const { server } = await asked(proof, { stream: true }, { text: "ok" }, (provider) =>
      hear(provider, requestOf({ messages: conversation, sampling: { stream: true, maxOutputTokens: 99 } })),
    );
    expect(server.requests[0]).toMatchObject({ body: { model: "test-model", stream: true }, turn: 3 });
    expect(server.requests[0]?.text).toContain("99");
  });
};
