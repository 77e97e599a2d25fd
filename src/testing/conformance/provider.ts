/** What every provider must do, wherever its model is. */
import { describe, expect, test } from "vitest";
import type { ModelFailure } from "../../contract/error.ts";
import type { Part, Provider } from "../../contract/provider.ts";
import { hear, type Heard, requestOf } from "./hearing.ts";

/** What a model says in a proof: these, in this order, and then it ends, or fails. */
export interface Saying {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly stop: "end" | "calls" | "max_tokens";
  /** Fails with this category after all of it. */
  readonly fails?: ModelFailure;
}

/**
 * The suite of a provider, streaming and not. `saying` gives the provider whose model answers each request so: by a server
 * of the test's own, by a script, by a model that is handed in. A codec for HTTP has `wireConformance` besides.
 */
export const providerConformance = (name: string, saying: (said: Saying) => Provider): void => {
  describe.each([{ stream: true }, { stream: false }])(`${name} as a provider, stream: $stream`, (sampling) => {
    const ask = (said: Saying, signal?: AbortSignal): Promise<Heard> =>
      hear(saying(said), requestOf({ sampling }), signal);

    test("its name is provider/model", () => {
      expect(saying(reply).model).toMatch(/^[^/]+\/.+$/u);
    });

    test("reasoning, text and calls arrive whole", async () => {
      const { text, reasoning, calls, finish, failure } = await ask(reply);
      const made = calls.map(({ call, name, json }) => ({ id: call, name, input: JSON.parse(json) as unknown }));
      expect({ text, reasoning, calls: made, stop: finish?.type === "finish" && finish.stop, failure }).toEqual({
        ...reply,
        failure: undefined,
      });
    });

    test.each(["end", "max_tokens"] as const)("why it stopped is told: %s", async (stop) => {
      expect(await ask({ text: "Aye.", stop })).toMatchObject({ text: "Aye.", finish: { stop }, failure: undefined });
    });

    test("the end comes last and once, and pieces of one id are of one kind", async () => {
      const parts = await partsOf(saying(reply), sampling);
      expect(parts.map(({ type }) => type).indexOf("finish")).toBe(parts.length - 1);
      const kinds = new Map<string, Set<string>>();
      for (const part of parts)
        if ("id" in part) kinds.set(part.id, (kinds.get(part.id) ?? new Set()).add(kindOf(part)));
      expect([...kinds.values()].map((kind) => kind.size)).toEqual(Array.from(kinds, () => 1));
    });

    test("the same request gets the same answer again, also while another is open", async () => {
      const provider = saying(reply);
      const request = requestOf({ sampling });
      const [one, other] = await Promise.all([hear(provider, request), hear(provider, request)]);
      expect(other).toEqual(one);
      expect(await hear(provider, request)).toEqual(one);
    });

    test.each<ModelFailure>(["rate_limit", "overloaded", "authentication", "context_overflow"])(
      "a failure is a ProviderError with its category, after what was said: %s",
      async (fails) => {
        const heard = await ask({ text: "So far", stop: "end", fails });
        expect(heard).toMatchObject({ finish: undefined, failure: { category: fails } });
        expect(["So far", ""]).toContain(heard.text);
      },
    );

    test("an abort before it began is an interruption", async () => {
      const heard = await ask(reply, AbortSignal.abort());
      expect(heard).toMatchObject({ text: "", finish: undefined, failure: { category: "interrupted" } });
    });

    test("a reader may stop early", async () => {
      const provider = saying(reply);
      const { signal } = new AbortController();
      for await (const batch of provider.stream(requestOf({ sampling }), { signal })) if (batch.length > 0) break;
      expect(await hear(provider, requestOf({ sampling }))).toMatchObject({ text: reply.text, failure: undefined });
    });
  });
};

const reply: Saying = {
  reasoning: "I think … 🤔",
  text: "Grüße, 世界 🚢!",
  calls: [
    { id: "call_a", name: "read_file", input: { path: "a.txt", note: 'with "quotes" and 🚢 ümlauts' } },
    { id: "call_b", name: "list", input: {} },
  ],
  stop: "calls",
};

const partsOf = async (provider: Provider, sampling: { readonly stream: boolean }): Promise<readonly Part[]> => {
  const { signal } = new AbortController();
  return (await Array.fromAsync(provider.stream(requestOf({ sampling }), { signal }))).flat();
};

/** The pieces of a call's input have the id of the call. */
const kindOf = ({ type }: Part): string => (type === "input" ? "call" : type);
