/** Calls that models print, and texts that only look like them. */
import { expect, test } from "vitest";
import { mayBePrinted, printedCalls } from "../../src/providers/printed-calls.ts";

const offered = new Set(["read_file", "bash"]);
const read = { name: "read_file", json: `{"path":"a"}` };
const bash = { name: "bash", json: `{"command":"ls"}` };
const readJson = `{"name": "read_file", "arguments": {"path": "a"}}`;
const bashJson = `{"name": "bash", "arguments": {"command": "ls"}}`;

test.each([
  ["Hermes", `<tool_call>\n${readJson}\n</tool_call>`, "", [read]],
  ["after a text", `I look.\n\n<tool_call>${readJson}</tool_call>\n`, "I look.", [read]],
  ["several", `<tool_call>${readJson}</tool_call>\n<tool_call>\n${bashJson}\n</tool_call>`, "", [read, bash]],
  ["left open", `<tool_call>\n${readJson}`, "", [read]],
  ["a list in one tag", `<tool_call>[${readJson},${bashJson}]</tool_call>`, "", [read, bash]],
  ["arguments as text", `<tool_call>{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}</tool_call>`, "", [bash]],
  ["Llama", `<function=read_file>{"path": "a"}</function>`, "", [read]],
  [
    "Llama, several",
    `Now.<function=read_file>{"path":"a"}</function>\n<function=bash>{"command":"ls"}`,
    "Now.",
    [read, bash],
  ],
  ["Llama 3", `{"name": "bash", "parameters": {"command": "ls"}}`, "", [bash]],
  ["OpenAI's shape", `[{"type":"function","function":{"name":"bash","arguments":{"command":"ls"}}}]`, "", [bash]],
  ["Mistral", `[TOOL_CALLS][${readJson}, ${bashJson}]`, "", [read, bash]],
  [
    "Mistral, newer",
    `Aye.[TOOL_CALLS]read_file[ARGS]{"path": "a"}[TOOL_CALLS]bash[ARGS]{"command":"ls"}`,
    "Aye.",
    [read, bash],
  ],
  ["fenced", "```json\n" + readJson + "\n```", "", [read]],
  ["fenced, several", "```json\n" + readJson + "\n```\n```\n" + bashJson + "\n```\n", "", [read, bash]],
])("%s", (_, text, before, calls) => {
  expect(printedCalls(text, offered, true)).toEqual({ before, calls });
});

test.each([
  ["a tool that was not offered", `<tool_call>{"name": "sink", "arguments": {}}</tool_call>`],
  [
    "one of several that was not",
    `<tool_call>${readJson}</tool_call><tool_call>{"name":"sink","arguments":{}}</tool_call>`,
  ],
  ["words after it", `<tool_call>${readJson}</tool_call> is how it is done.`],
  ["JSON that is cut off", `<tool_call>{"name": "read_file", "arguments": {"pa`],
  ["no arguments at all", `<tool_call>{"name": "read_file"}</tool_call>`],
  ["a fence in the midst of a text", "Like this:\n```json\n" + readJson + "\n```"],
  ["a fence of something else", '```json\n{"name": "kelson", "version": "1"}\n```'],
  ["an object that has more to it", `{"name": "bash", "arguments": {}, "description": "a shell"}`],
  ["a mark in a sentence", "The tag <tool_call> begins a call."],
  ["nothing", ""],
])("%s is no call", (_, text) => {
  expect(printedCalls(text, offered, true)).toBeUndefined();
});

test("what counts alone only is no call after a text", () => {
  expect(printedCalls(readJson, offered, false)).toBeUndefined();
  expect(printedCalls(`<tool_call>${readJson}</tool_call>`, offered, false)).toEqual({ before: "", calls: [read] });
});

test.each([
  ["I look", true, 6],
  ["I look <to", true, 7],
  ["I look <tool_call>{", true, 7],
  ["if a < b", true, 8],
  ["if a <", true, 5],
  ["  ``", true, 2],
  ["``", false, 2],
  ["{", true, 0],
  ['{"name": "read_file", "arguments": {"path": "a rather long path"', true, 0],
  ['```json\n{ "name": "read_file", "arguments": {"path": "a"', true, 0],
  ["```ts\nconst keel = (bow: Plank, stern: Plank) => join(bow, stern);", true, 66],
  ["{", false, 1],
  ["see [TOOL", false, 4],
])("of %j (whole: %j) %i characters can be shown", (text, whole, shown) => {
  expect(mayBePrinted(text, whole)).toBe(shown);
});
