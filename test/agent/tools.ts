/** Tools for tests: all take one text, and do with it what a test wants. */
import { z } from "zod";
import { type CallContext, fromZod, textOutcome, type Tool, tool, type ToolOutcome } from "../../src/contract/tool.ts";

type Run = (text: string, context: CallContext) => ToolOutcome | Promise<ToolOutcome>;

/** A tool under a name of one's choice that does what one says. It writes and wants to be alone, unless told otherwise. */
export const doing = (name: string, run: Run, more: Partial<Tool<{ text: string }>> = {}): Tool =>
  tool({
    name,
    description: `does ${name}`,
    input: fromZod(z.object({ text: z.string() })),
    effects: ["write"],
    parallel: false,
    targets: () => [],
    run: async ({ text }, context) => run(text, context),
    ...more,
  });

/** A tool that counts how often it ran. */
export const counting = (
  name: string,
  effects: Tool["effects"],
  parallel = true,
): Tool & { readonly runs: string[] } => {
  const runs: string[] = [];
  const run: Run = (text, { output }) => {
    runs.push(text);
    output(`running ${text}`);
    return textOutcome(`did ${text}`);
  };
  return Object.assign(doing(name, run, { effects, parallel }), { runs });
};

/** A tool that never ends by itself; an obedient one ends when it is told to. */
export const hanging = (
  name: string,
  obedience: "obedient" | "deaf",
  more: Partial<Tool<{ text: string }>> = {},
): Tool =>
  doing(
    name,
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        const stop = (): void => reject(new Error("told to stop"));
        if (obedience === "obedient") signal.addEventListener("abort", stop, { once: true });
      }),
    more,
  );
