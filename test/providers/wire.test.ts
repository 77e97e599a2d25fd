/** Every kind of answer that was seen on the wire, read to its text, calls, thinking, stop reason and usage. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/contract/error.ts";
import type { Part } from "../../src/contract/provider.ts";
import {
  anthropicEnd,
  anthropicEvent,
  anthropicInitial,
  anthropicWhole,
} from "../../src/providers/anthropic-events.ts";
import type { Codec } from "../../src/providers/codec.ts";
import { geminiEnd, geminiEvent, geminiInitial, geminiWhole } from "../../src/providers/gemini-events.ts";
import { ollamaEnd, ollamaEvent, ollamaInitial } from "../../src/providers/ollama-events.ts";
import { chatEnd, chatEvent, chatInitial, chatWhole } from "../../src/providers/openai-chat-events.ts";
import {
  responsesEnd,
  responsesEvent,
  responsesInitial,
  responsesWhole,
} from "../../src/providers/openai-responses-events.ts";
import { recoveredCalls } from "../../src/providers/recovered-calls.ts";
import { spokenThinking } from "../../src/providers/spoken-thinking.ts";
import { reader } from "../../src/providers/reader.ts";
import { putTogether, requestOf } from "../../src/testing/conformance/hearing.ts";
import { call, expectedOfOthers, type Read, said, usage } from "./wire-expected.ts";

const unasked = { body: (): string => "" };
const chat = { ...unasked, initial: chatInitial, event: chatEvent, whole: chatWhole, end: chatEnd };
const ollama: Codec<ReturnType<typeof ollamaInitial>> = {
  ...unasked,
  framing: "lines",
  initial: ollamaInitial,
  event: ollamaEvent,
  whole: ollamaEvent,
  end: ollamaEnd,
};
const codecs = {
  anthropic: {
    ...unasked,
    initial: anthropicInitial,
    event: anthropicEvent,
    whole: anthropicWhole,
    end: anthropicEnd,
  },
  "openai-chat": chat,
  "local-chat": recoveredCalls(spokenThinking(chat)),
  "openai-responses": {
    ...unasked,
    initial: responsesInitial,
    event: responsesEvent,
    whole: responsesWhole,
    end: responsesEnd,
  },
  gemini: { ...unasked, initial: geminiInitial, event: geminiEvent, whole: geminiWhole, end: geminiEnd },
  ollama: recoveredCalls(spokenThinking(ollama)),
};

const folder = new URL("../fixtures/wire/", import.meta.url);

/** A streamed file arrives in pieces of seven characters. */
const read = <State>(codec: Codec<State>, file: string): Read => {
  const text = readFileSync(new URL(file, folder), "utf8");
  const reading = reader(codec, requestOf({ step: 3 }));
  const parts: Part[] = [];
  try {
    if (file.endsWith(".json")) parts.push(...reading.whole(text));
    else {
      for (const piece of text.match(/[^]{1,7}/gu) ?? []) parts.push(...reading.feed(piece));
      if (!reading.finished()) parts.push(...reading.end());
    }
    return putTogether(parts);
  } catch (error) {
    const failure = error instanceof ProviderError ? `${error.category}: ${error.message}` : "not a ProviderError";
    return { ...putTogether(parts), failure };
  }
};

const claude = (stop: string, used: ReturnType<typeof usage>): Part =>
  ({ type: "finish", stop, usage: used, model: "claude-sonnet-4-5" }) as Part;

const hull = (stop: string, used?: ReturnType<typeof usage>): Part =>
  ({ type: "finish", stop, usage: used, model: "gpt-hull" }) as Part;

const expected: Readonly<Record<keyof typeof codecs, Readonly<Record<string, Read>>>> = {
  anthropic: {
    "thinking-and-calls.sse": said({
      reasoning: "The keel first, then the ribs.",
      carried: [{ signature: "c2lnbmVkIGJ5IHRoZSBzaGlwd3JpZ2h0" }, { redacted: "c2VhbGVk" }],
      text: "I look at both ends — Bug & Heck 🚢.",
      calls: [call("toolu_bow", "read_file", `{"path": "bow.txt"}`), call("toolu_list", "list_directory", "{}")],
      finish: claude("calls", usage(442, 77, 400, 30)),
    }),
    "server-tools.sse": said({
      text: "High water comes twice a day.",
      unknown: [
        "content_block_start:server_tool_use",
        "content_block_start:web_search_tool_result",
        "content_block_delta:citations_delta",
        "harbour_notice",
      ],
      finish: claude("end", usage(900, 20)),
    }),
    "prefilled-start.sse": said({
      calls: [call("toolu_mast", "raise", `{"part":"mast"}`)],
      finish: claude("calls", usage(0, 0)),
    }),
    "repeated-start.sse": said({ text: "Once is enough.", finish: claude("end", usage(442, 5, 400, 30)) }),
    "spliced-start.sse": said({
      reasoning: "I begin.",
      carried: [{ signature: "Zmlyc3Q=" }],
      calls: [call("toolu_cut", "read_file", `{"path": "bo`)],
      failure: "malformed: a second message began before the first one was complete",
    }),
    "no-stop-event.sse": said({ text: "Fair winds.", finish: claude("max_tokens", usage(61, 2)) }),
    "error.sse": said({ text: "So far", failure: "overloaded: the answer broke off: Overloaded" }),
    "whole.json": said({
      reasoning: "Count the planks.",
      carried: [{ signature: "cGxhbmtz" }, { redacted: "c2VhbGVk" }],
      text: "Forty planks.",
      calls: [call("toolu_saw", "saw", `{"planks":40,"wood":"oak"}`)],
      unknown: ["content_block_start:web_fetch_tool_result"],
      finish: claude("calls", usage(69, 21, 64)),
    }),
    "refusal.json": said({ finish: claude("refusal", usage(18, 5)) }),
  },
  "openai-chat": {
    "parallel-calls.sse": said({
      calls: [
        call("call_bow", "read_file", `{"path":"bow.txt"}`),
        call("call_stern", "read_file", `{"path":"stern.txt"}`),
      ],
      finish: hull("calls", usage(140, 33, 128)),
    }),
    "thinking.sse": said({
      reasoning: "Wind from the west.",
      text: "Sail east ⛵.",
      finish: hull("end", usage(20, 40, 16)),
    }),
    "other-names.sse": said({
      reasoning: "Both names, one text.",
      text: "Aye.",
      finish: hull("end", usage(9, 4, 8)),
    }),
    "content-lists.sse": said({
      reasoning: "Two and two oars.",
      text: "Four oars.",
      calls: [call("k3elR1bs9", "row", `{"oars": 4}`)],
      finish: hull("calls", usage(10, 46)),
    }),
    "one-index.sse": said({
      calls: [call("call_p", "haul", `{"side":"port"}`), call("call_s", "haul", `{"side":"starboard"}`)],
      finish: hull("calls"),
    }),
    "no-index.sse": said({
      calls: [
        call("call_3_0", "haul", `{"side":"port"}`),
        call("call_3_1", "haul", `{"side":"lee"}`),
        call("call_3_2", "rest", "{}"),
      ],
      finish: hull("calls"),
    }),
    "no-reason.sse": said({ text: "All is well.", unknown: ["chunk"], finish: hull("end") }),
    "refusal.sse": said({ text: "I will not sink it.", finish: hull("refusal") }),
    "error.sse": said({ text: "So far", failure: "server: the answer broke off: Provider returned error" }),
    "whole.json": said({
      reasoning: "Tar, then paint.",
      calls: [call("call_same", "tar", `{"coats":2}`), call("call_same_3_1", "paint", "{}")],
      finish: hull("calls", usage(30, 12, 0, 24)),
    }),
    "error.json": said({ failure: "rate_limit: the answer broke off: Rate limit reached for hull" }),
    "no-resource.sse": said({
      text: "So far",
      failure: "overloaded: the answer broke off: insufficient_system_resource",
    }),
    "reasoning-details.sse": said({
      reasoning: "Keel first.",
      carried: [
        {
          details:
            '[{"type":"reasoning.text","text":"Keel first.","format":"anthropic-claude-v1","index":0,"signature":"c2lnbmVk"},{"type":"reasoning.encrypted","data":"c2VhbGVk","index":1}]',
        },
      ],
      text: "Aye.",
      finish: hull("end"),
    }),
  },
  ...expectedOfOthers,
};

describe.each(Object.keys(codecs) as (keyof typeof codecs)[])("%s", (dialect) => {
  test("every fixture has an expectation", () => {
    expect(readdirSync(new URL(dialect, folder)).sort()).toEqual(Object.keys(expected[dialect]).sort());
  });

  test.each(Object.entries(expected[dialect]))("%s", (file, whole) => {
    expect(read(codecs[dialect] as Codec<unknown>, `${dialect}/${file}`)).toEqual(whole);
  });
});
