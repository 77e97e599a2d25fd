/** `ask_user` asks through the host, and gives back what was answered. */
import { describe, expect, it } from "vitest";
import { type Host, Paused, type Question } from "../../src/contract/host.ts";
import { CallBlocked } from "../../src/contract/world.ts";
import { askUser } from "../../src/tools/ask-user.ts";
import { contextIn, toolConformance } from "../../src/testing/conformance/tool.ts";
import { workshop, worldWith } from "./workshop.ts";

toolConformance(askUser, {
  open: () => worldWith({}),
  host: { ask: () => Promise.resolve("blue") },
  good: [{ question: "Which colour?" }, { question: "Which?", options: ["red", "blue"], multiple: true }],
  bad: [{}, { question: "" }, { question: "Which?", options: ["one"] }, { question: "Which?", options: ["a", "a"] }],
});

describe("a question", () => {
  it.each<[object, Question, string, string]>([
    [{ question: "Why?" }, { question: "Why?" }, "Because.", "Because."],
    [
      { question: "Which?", options: ["a", "b"] },
      { question: "Which?", options: ["a", "b"] },
      " ",
      "[The user gave an empty answer.]",
    ],
    [
      { question: "Which?", options: ["a", "b"], multiple: true },
      { question: "Which? (several may be chosen, with commas between them)", options: ["a", "b"] },
      "a, b",
      "a, b",
    ],
  ])("%j", async (asked, question, answer, text) => {
    const { use } = await workshop();
    const heard: Question[] = [];
    const ask = (question: Question): Promise<string> => {
      heard.push(question);
      return Promise.resolve(answer);
    };
    expect(await use(askUser, asked, { host: { ask } })).toMatchObject({ ok: true, text });
    expect(heard).toEqual([question]);
  });

  it("waits by unwinding, and is refused where nobody is there", async () => {
    const { world, use } = await workshop();
    await expect(askUser.run({ question: "Why?", multiple: false }, contextIn(world))).rejects.toThrow(Paused);
    const host: Host = { ask: () => Promise.reject(new CallBlocked("nobody is there to answer")) };
    expect(await use(askUser, { question: "Why?" }, { host })).toMatchObject({
      ok: false,
      category: "blocked",
    });
  });
});
