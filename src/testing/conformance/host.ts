/** What every host must do for the tools that ask it: unwind, wait in the log, and meet the answers when the call runs again. */
import { describe, expect, test } from "vitest";
import { type Host, Paused, type Question } from "../../contract/host.ts";
import { fromJsonSchema, textOutcome, type Tool, tool } from "../../contract/tool.ts";

/** One call of a tool in a session that has come to rest: done, or waiting for a person. */
export interface HostedCall {
  /** What waits for an answer; undefined when nothing does. */
  readonly waiting: () => Promise<Question | undefined>;
  /** Answers it, and comes to rest again. */
  readonly answer: (text: string) => Promise<void>;
  /** Says no to it, with a reason, and comes to rest again. */
  readonly refuse: (why: string) => Promise<void>;
  /** Forgets all that is in memory, as the end of the process would, and opens the session from what was saved. */
  readonly reopen: () => Promise<void>;
  /** What the model reads of the call; undefined while it waits. */
  readonly result: () => Promise<string | undefined>;
}

/** The suite of a host. `call` lets a model call the tool once, with `{}`, in a new session where tools may run unasked. */
export const hostConformance = (name: string, call: (tool: Tool) => Promise<HostedCall>): void => {
  describe(`${name} as a host`, () => {
    test("a tool that asks is unwound, and holds nothing while it waits", async () => {
      const thrown: unknown[] = [];
      const running = await call(asking(thrown));
      expect(await running.waiting()).toEqual({ question: "which colour?", options: ["red", "blue"] });
      expect(await running.result()).toBeUndefined();
      expect(thrown).toEqual([expect.any(Paused)]);
    });

    test("answered, it runs again and meets its answers in the order of its questions", async () => {
      const thrown: unknown[] = [];
      const running = await call(asking(thrown));
      await running.answer("red");
      expect(await running.waiting()).toMatchObject({ question: "which size in red?" });
      await running.answer("large");
      expect([await running.waiting(), await running.result()]).toEqual([undefined, "red, large"]);
      expect(thrown).toHaveLength(2);
    });

    test("questions and answers outlive the process", async () => {
      const running = await call(asking([]));
      await running.reopen();
      await running.answer("blue");
      await running.reopen();
      expect(await running.waiting()).toMatchObject({ question: "which size in blue?" });
      await running.answer("small");
      await running.reopen();
      expect(await running.result()).toBe("blue, small");
    });

    test("a no ends the call with its reason", async () => {
      const thrown: unknown[] = [];
      const running = await call(asking(thrown));
      await running.refuse("no hat after all");
      expect(await running.waiting()).toBeUndefined();
      expect(await running.result()).toMatch(/^Error \[denied\]: .*no hat after all/u);
      expect(thrown).toHaveLength(1);
    });

    test("an empty answer is an answer", async () => {
      const running = await call(asking([]));
      await running.answer("");
      expect(await running.waiting()).toMatchObject({ question: "which size in ?" });
    });
  });
};

/** Asks twice, and keeps what it was unwound with. */
const asking = (thrown: unknown[]): Tool =>
  tool({
    name: "order",
    description: "Orders a hat in a colour and a size.",
    input: fromJsonSchema({ type: "object", properties: {} }),
    effects: ["external"],
    parallel: false,
    targets: () => [],
    run: async (_, { host }) => {
      const ask = async (question: Question): ReturnType<Host["ask"]> => {
        try {
          return await host.ask(question);
        } catch (error) {
          thrown.push(error);
          throw error;
        }
      };
      const colour = await ask({ question: "which colour?", options: ["red", "blue"] });
      const size = await ask({ question: `which size in ${colour}?` });
      return textOutcome(`${colour}, ${size}`);
    },
  });
