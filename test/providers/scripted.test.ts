/** The scripted provider says what its script tells it to, by the request's step. */
import { expect, test } from "vitest";
import { readScript } from "../../src/providers/script.ts";
import { scripted } from "../../src/providers/scripted.ts";
import { hear, requestOf } from "../../src/testing/conformance/hearing.ts";
import { providerConformance } from "../../src/testing/conformance/provider.ts";

providerConformance("scripted", ({ fails, calls, ...said }) =>
  scripted({
    name: "said",
    script: {
      turns: [
        {
          ...said,
          ...(calls && { calls: [...calls] }),
          ...(fails && { fail: { category: fails, message: "as it was told" } }),
        },
      ],
    },
  }),
);

const text = JSON.stringify({
  about: "Two turns and a failure.",
  model: "old-salt",
  turns: [
    {
      reasoning: "Hm, 🚢",
      text: "I look.",
      calls: [
        { name: "read_file", input: { path: "a" } },
        { name: "list", input: {}, id: "mine" },
      ],
    },
    { text: "Done.", stop: "max_tokens", usage: { input: 5, output: 6, cacheRead: 1, cacheWrite: 2 }, chunk: 2 },
    { text: "So far", fail: { category: "rate_limit", message: "slow down", retryAfterMs: 9 } },
    { text: "slow", delayMs: 60_000 },
  ],
});
const provider = scripted({ script: readScript(text, "salt.json"), name: "salt.json" });

test("the step chooses the turn, however often it is asked", async () => {
  const first = await hear(provider, requestOf({ step: 1 }));
  expect(first).toEqual({
    reasoning: "Hm, 🚢",
    text: "I look.",
    calls: [
      { call: "call_1_0", name: "read_file", json: `{"path":"a"}` },
      { call: "mine", name: "list", json: "{}" },
    ],
    carried: [],
    unknown: [],
    finish: {
      type: "finish",
      stop: "calls",
      usage: { input: 49, output: 24, cacheRead: 0, cacheWrite: 0 },
      model: "old-salt",
    },
    batches: 7,
    failure: undefined,
  });
  expect(await hear(provider, requestOf({ step: 1 }))).toEqual(first);
});

test("pieces, stop reason and usage are as written", async () => {
  const finish = { stop: "max_tokens", usage: { input: 5, output: 6, cacheRead: 1, cacheWrite: 2 } };
  expect(await hear(provider, requestOf({ step: 2 }))).toMatchObject({ text: "Done.", batches: 4, finish });
  const whole = await hear(provider, requestOf({ step: 2, sampling: { stream: false } }));
  expect(whole).toMatchObject({ text: "Done.", batches: 2, finish });
});

test("a failure comes after what is said", async () => {
  const heard = await hear(provider, requestOf({ step: 3 }));
  expect(heard).toMatchObject({
    text: "So far",
    failure: { category: "rate_limit", message: "slow down", retryAfterMs: 9 },
  });
});

test("an abort ends the wait", async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 10);
  expect(await hear(provider, requestOf({ step: 4 }), abort.signal)).toMatchObject({
    text: "",
    failure: { category: "interrupted" },
  });
});

test("past the last turn it says so and ends", async () => {
  const heard = await hear(provider, requestOf({ step: 5 }));
  expect([heard.text, heard.finish]).toMatchObject([
    "The script salt.json has no more turns: it has 4.",
    { type: "finish", stop: "end" },
  ]);
});

test.each([
  [`{"turns": [`, /^script bad\.json is not JSON: /],
  [`[]`, /^script bad\.json: the file: .*, got \[\]$/],
  [`{"turns": [{"calls": [{"name": 7}]}]}`, /^script bad\.json: turns\[0\]\.calls\[0\]\.name: .*, got 7$/],
  [`{"turns": [{"fail": {"category": "bad luck", "message": ""}}]}`, /turns\[0\]\.fail\.category: .*, got "bad luck"$/],
  [`{"turns": [{"txt": "a"}]}`, /^script bad\.json: turns\[0\]: .*"txt".*, got {"txt":"a"}$/],
])("a bad script is refused with its place and value: %s", (text, message) => {
  expect(() => readScript(text, "bad.json")).toThrow(
    expect.objectContaining({ code: "bad_input", message: expect.stringMatching(message) as string }) as Error,
  );
});
