/** The tool `bash`: a shell command, run to its end, with everything that it printed. */
import { z } from "zod";
import type { CallFailure } from "../contract/error.ts";
import type { TextPart } from "../contract/message.ts";
import { type CallContext, fromZod, tool, type ToolOutcome } from "../contract/tool.ts";
import { CallBlocked, type Exit, type Running } from "../contract/world.ts";
import { counted } from "./counted.ts";

const maxSeconds = 600;

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
  const wrong = problem(exit, asked);
  const text = [exit.stdout.replace(/\n$/, ""), note, leftovers(exit.leftovers)]
    .filter((piece) => piece !== "")
    .join("\n");
  const parts: TextPart[] = [{ type: "text", text: text === "" ? "[no output]" : text }];
  return wrong === undefined ? { ok: true, parts } : { ok: false, ...wrong, parts };
};

/** A command that failed is a failed call: whoever watches sees it at once, and the model reads its output below. */
const problem = (exit: Exit, asked: BashInput): { category: CallFailure; message: string } | undefined => {
  if (exit.ended === "timeout") return { category: "timeout", message: tooLong(asked.timeout_seconds) };
  if (exit.ended === "aborted") return { category: "interrupted", message: "stopped before it was done" };
  if (exit.code === 0) return undefined;
  return { category: "exception", message: exit.code === null ? `ended by ${exit.signal}` : `exit code ${exit.code}` };
};

const tooLong = (seconds: number): string =>
  `not done after ${counted(seconds, "second")}, and so ended; timeout_seconds can be ${maxSeconds} at most`;

const leftovers = (count: number): string =>
  count === 0 ? "" : `[${counted(count, "background process")} ended with the call.]`;
