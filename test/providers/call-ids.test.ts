/** Ids of calls: the server's own where they are new, and the same ones each time. */
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import { callIds } from "../../src/providers/call-ids.ts";
import { question, requestOf } from "../../src/testing/conformance/hearing.ts";

const reply = (id: string): Message => ({
  role: "assistant",
  model: "test/m",
  parts: [{ type: "call", id, name: "list", input: {} }],
});

test("a request that is sent again gets the same ids, however its list of messages grows", () => {
  const messages: Message[] = [question, reply("a")];
  const ids = (step: number): readonly string[] => {
    const idOf = callIds(requestOf({ messages, step }));
    return ["a", "b", "b", undefined, ""].map((sent, place) => idOf(sent, place));
  };
  const first = ["a_2_0", "b", "b_2_2", "call_2_3", "call_2_4"];
  expect([ids(2), ids(2)]).toEqual([first, first]);
  messages.push(reply("b"));
  expect(ids(3)).toEqual(["a_3_0", "b_3_1", "b_3_2", "call_3_3", "call_3_4"]);
  messages.splice(1, 2, reply("c"));
  expect(ids(4).slice(0, 2)).toEqual(["a", "b"]);
});
