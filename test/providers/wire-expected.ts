/** What the answers of test/fixtures/wire say: of the dialects besides Anthropic's and Chat Completions'. */
import type { Part } from "../../src/contract/provider.ts";
import type { Heard } from "../../src/testing/conformance/hearing.ts";

export type Read = Omit<Heard, "batches" | "failure"> & { readonly failure?: string };

export const said = (more: Partial<Read>): Read => ({
  text: "",
  reasoning: "",
  calls: [],
  carried: [],
  unknown: [],
  finish: undefined,
  ...more,
});

export const call = (call: string, name: string, json: string) => ({ call, name, json });

export const usage = (input: number, output: number, cacheRead = 0, cacheWrite = 0) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});

const finish = (stop: string, model: string, used?: ReturnType<typeof usage>): Part =>
  ({ type: "finish", stop, usage: used, model }) as Part;

export const expectedOfOthers: Readonly<
  Record<"local-chat" | "openai-responses" | "gemini" | "ollama", Readonly<Record<string, Read>>>
> = {
  "local-chat": {
    "cut-off.sse": said({
      text: '<tool_call>{"name":"read_file","arguments":{"path":"a"}}',
      finish: finish("max_tokens", "gpt-hull"),
    }),
    "fenced-call.sse": said({
      calls: [call("call_3_0", "read_file", '{"path":"a"}')],
      finish: finish("calls", "gpt-hull"),
    }),
    "no-call.sse": said({ text: '```json\n{"name":"sink","arguments":{}}\n```', finish: finish("end", "gpt-hull") }),
    "printed-calls.sse": said({
      calls: [call("call_3_0", "read_file", '{"path":"a"}'), call("call_3_1", "read_file", '{"path":"b"}')],
      finish: finish("calls", "gpt-hull"),
    }),
    "real-call.sse": said({
      text: "<tool_call> is a mark.",
      calls: [call("call_r", "read_file", "{}")],
      finish: finish("calls", "gpt-hull"),
    }),
    "spoken-thinking.sse": said({ reasoning: "Keel first.", text: "Fair winds.", finish: finish("end", "gpt-hull") }),
  },
  "openai-responses": {
    "error.json": said({ failure: "context_overflow: the answer broke off: Too long" }),
    "error.sse": said({ failure: "rate_limit: the answer broke off: Slow down" }),
    "failed.sse": said({ text: "So far", failure: "server: the answer broke off: The model broke" }),
    "incomplete.sse": said({ text: "And then the", finish: finish("max_tokens", "gpt-hull", usage(11, 3)) }),
    "open-thinking.sse": said({
      reasoning: "Tar, then paint.",
      carried: [{ item: "rs_open", open: "yes" }],
      text: "Two coats.",
      finish: finish("end", "gpt-hull", usage(20, 8)),
    }),
    "other-ids.sse": said({
      carried: [{ item: "a4" }],
      text: "Fair winds.",
      finish: finish("end", "gpt-hull", usage(9, 2)),
    }),
    "refusal.sse": said({
      carried: [{ item: "msg_r" }],
      text: "I will not sink it.",
      finish: finish("refusal", "gpt-hull", usage(7, 6)),
    }),
    "server-tools.sse": said({
      text: "High water at six.",
      unknown: ["output_item:web_search_call", "response.output_text.annotation.added"],
      finish: finish("end", "gpt-hull", usage(90, 5)),
    }),
    "thinking-and-calls.sse": said({
      reasoning: "**Keel** first.Then ribs.",
      carried: [
        { item: "rs_keel", encrypted: "c2VhbGVk" },
        { item: "rs_keel" },
        { item: "msg_keel", phase: "commentary" },
        { item: "fc_bow" },
        { item: "fc_list" },
      ],
      text: "I look at both ends 🚢.",
      calls: [call("call_bow", "read_file", '{"path":"bow.txt"}'), call("call_list", "list", "{}")],
      finish: finish("calls", "gpt-hull", usage(442, 77, 400)),
    }),
    "whole.json": said({
      reasoning: "**Keel** first.Then ribs.",
      carried: [
        { item: "rs_keel", encrypted: "c2VhbGVk" },
        { item: "rs_keel" },
        { item: "msg_keel", phase: "commentary" },
        { item: "fc_bow" },
        { item: "fc_list" },
      ],
      text: "I look at both ends 🚢.",
      calls: [call("call_bow", "read_file", '{"path":"bow.txt"}'), call("call_list", "list", "{}")],
      finish: finish("calls", "gpt-hull", usage(442, 77, 400)),
    }),
    "wrapped-calls.sse": said({
      calls: [call("call_w_0", "haul", '{"side":"port"}'), call("call_w_1", "rest", "{}")],
      finish: finish("calls", "gpt-hull", usage(34, 28)),
    }),
  },
  gemini: {
    "blocked.json": said({ finish: finish("refusal", "gemini-hull", usage(8, 0)) }),
    "cut-off.sse": said({ text: "And then the", finish: finish("max_tokens", "gemini-hull", usage(11, 3)) }),
    "error.sse": said({ text: "So far", failure: "overloaded: the answer broke off: The model is overloaded." }),
    "list.json": said({ text: "Fair winds.", finish: finish("end", "gemini-hull", usage(9, 2)) }),
    "malformed-call.sse": said({
      text: "I look.",
      failure:
        "malformed: the model's answer was MALFORMED_FUNCTION_CALL: Malformed function call: print(default_api.read_file(path=",
    }),
    "pieces-of-arguments.sse": said({
      carried: [{ signature: "Y29vaw==" }],
      calls: [
        call("call_3_0", "cook", '{"recipe":{"steps":[{"name":"Boil"},{"for how long":7}]},"hot":true}'),
        call("call_3_1", "rest", "{}"),
        call("call_3_2", "wash", "{}"),
      ],
      finish: finish("calls", "gemini-hull", usage(31, 9)),
    }),
    "safety.sse": said({ text: "To sink", finish: finish("refusal", "gemini-hull", usage(9, 2)) }),
    "signed-text.sse": said({
      carried: [{ signature: "ZW5k" }],
      text: "Fair winds.",
      finish: finish("end", "gemini-hull", usage(9, 32)),
    }),
    "thinking-and-calls.sse": said({
      reasoning: "**Keel** first.",
      carried: [{ signature: "c2lnbmVk" }, { id: "srv-1" }],
      text: "I look at both ends 🚢.",
      calls: [call("call_3_0", "read_file", '{"path":"bow.txt"}'), call("srv-1", "list", "{}")],
      finish: finish("calls", "gemini-hull", usage(442, 77, 400)),
    }),
    "unknown-parts.sse": said({
      text: "One.",
      unknown: ["part:executableCode", "chunk"],
      finish: finish("end", "gemini-hull", usage(5, 2)),
    }),
    "whole.json": said({
      reasoning: "Two ends.",
      carried: [{ signature: "c2lnbmVk" }, { id: "srv-1" }],
      text: "I look.",
      calls: [call("call_3_0", "read_file", '{"path":"bow.txt"}'), call("srv-1", "list", "{}")],
      finish: finish("calls", "gemini-hull", usage(442, 77, 400)),
    }),
  },
  ollama: {
    "cut.ndjson": said({ text: "Fair winds.", failure: "network: the answer was cut off before it was complete" }),
    "error.ndjson": said({
      text: "So far",
      failure: "server: the answer broke off: an error was encountered while running the model: unexpected EOF",
    }),
    "no-line-break.ndjson": said({ text: "Fair winds.", finish: finish("end", "qwen-hull", usage(42, 17)) }),
    "printed-call.ndjson": said({
      text: "I look.\n",
      calls: [call("call_3_0", "read_file", '{"path":"bow.txt"}')],
      finish: finish("calls", "qwen-hull", usage(42, 17)),
    }),
    "spoken-thinking.ndjson": said({
      reasoning: "Keel first.",
      text: "A <think> is a tag.",
      finish: finish("end", "qwen-hull", usage(42, 17)),
    }),
    "thinking-and-calls.ndjson": said({
      reasoning: "Keel first.",
      text: "I look 🚢.",
      calls: [call("call_x", "read_file", '{"path":"bow.txt"}'), call("call_3_1", "list", "{}")],
      finish: finish("calls", "qwen-hull", usage(42, 17)),
    }),
    "whole.json": said({
      reasoning: "Keel first.",
      text: "I look.",
      calls: [call("call_3_0", "read_file", '{"path":"bow.txt"}')],
      finish: finish("calls", "qwen-hull", usage(42, 17)),
    }),
    "window-full.ndjson": said({ text: "And then the", finish: finish("max_tokens", "qwen-hull", usage(4000, 96)) }),
  },
};
