/** The tool `bash`: a shell command, run to its end, with everything that it printed. */
import { z } from "zod";
import type { TextPart } from "../contract/message.ts";
import { type CallContext, fromZod, tool, type ToolOutcome } from "../contract/tool.ts";
import { CallBlocked, type Exit, type Running } from "../contract/world.ts";
import { leftovers, maxSeconds, outputText, problem } from "./command-outcome.ts";

const input = z.strictObject({
  command: z.string().describe("The command line, or a script"),
  cwd: z.string().optional().describe("Directory to run in, instead of the workspace root"),
  timeout_seconds: z.int().min(1).max(maxSeconds).default(120).describe("When to end it"),
});
type BashInput = z.infer<typeof input>;

export const bash = tool({
  name: "bash",
  description:
    "Run a bash command; stdout and stderr come as one. Every call is a new shell in the workspace root: " +
    "no cd or variable carries over, and background processes end with the call. stdin is empty.",
  input: fromZod(input),
  effects: ["execute"],
  parallel: false,
  targets: ({ command, cwd }) => [{ kind: "command", command, ...(cwd !== undefined && { cwd }) }],
  preview: async ({ command, cwd }, world) => `${command}\n(in ${cwd ?? world.root})`,
  run: async (asked, context) => {
    context.signal.throwIfAborted();
    const { running, note } = await started(asked, context);
    return outcome(await running.exit, asked, note);
  },
});

/** The command in bash, or, where there is none, in sh; then the note says so. */
const started = async (asked: BashInput, context: CallContext): Promise<{ running: Running; note: string }> => {
  try {
    return { running: await inShell("bash", asked, context), note: "" };
  } catch (thrown) {
    if (thrown instanceof CallBlocked) throw thrown;
    const running = await inShell("sh", asked, context).catch(() => {
      throw thrown;
    });
    return { running, note: "[There is no bash here; sh ran it.]" };
  }
};

const inShell = (shell: string, asked: BashInput, { world, signal, output }: CallContext): Promise<Running> =>
  world.exec({
    argv: [shell, "-c", asked.command],
    cwd: asked.cwd,
    stderr: "merged",
    timeoutMs: asked.timeout_seconds * 1000,
    signal,
    output,
  });

const outcome = (exit: Exit, asked: BashInput, note: string): ToolOutcome => {
  const wrong = problem(exit, asked.timeout_seconds);
  const parts: TextPart[] = [{ type: "text", text: outputText(exit.stdout, note, leftovers(exit)) }];
  return wrong === undefined ? { ok: true, parts } : { ok: false, ...wrong, parts };
};
