/** The tool `exec`: a program with its arguments, run to its end without a shell in between. */
import { z } from "zod";
import type { TextPart } from "../contract/message.ts";
import { fromZod, tool, type ToolOutcome } from "../contract/tool.ts";
import type { Exit } from "../contract/world.ts";
import { leftovers, maxSeconds, outputText, problem } from "./command-outcome.ts";

const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const input = z.strictObject({
  argv: z
    .array(z.string())
    .min(1)
    .refine(([program]) => program !== "", "the program, which comes first, is empty")
    .describe("The program and its arguments, each taken as it is"),
  cwd: z.string().optional().describe("Directory to run in, instead of the workspace root"),
  env: z
    .record(z.string(), z.string())
    .refine((env) => Object.keys(env).every(isName), "the name of a variable has only letters, digits and _")
    .optional()
    .describe("Variables to add to the environment"),
  stdin: z.string().optional().describe("Text for its standard input"),
  timeout_seconds: z.int().min(1).max(maxSeconds).default(120).describe("When to end it"),
});
type ExecInput = z.infer<typeof input>;

const output = z.object({
  exit_code: z.int().nullable().describe("null when a signal ended it"),
  signal: z.string().optional(),
  stdout: z.string(),
  stderr: z.string(),
});

export const exec = tool({
  name: "exec",
  description:
    "Run a program with arguments that no shell reads: no quoting, no globs, no pipes. " +
    "stdout and stderr come apart. Background processes end with the call.",
  input: fromZod(input),
  output: fromZod(output),
  effects: ["execute"],
  parallel: false,
  targets: (asked) => [{ kind: "command", command: line(asked), ...(asked.cwd !== undefined && { cwd: asked.cwd }) }],
  preview: async (asked, world) => `${line(asked)}\n(in ${asked.cwd ?? world.root})${stdinNote(asked)}`,
  run: async (asked, { world, signal, output }) => {
    signal.throwIfAborted();
    const running = await world.exec({
      argv: asked.argv as [string, ...string[]],
      cwd: asked.cwd,
      env: asked.env,
      stdin: asked.stdin === undefined ? undefined : { text: asked.stdin },
      stderr: "apart",
      timeoutMs: asked.timeout_seconds * 1000,
      signal,
      output,
    });
    return outcome(await running.exit, asked);
  },
});

/** The same command as a line of a shell, which is what rules are written about. */
const line = ({ argv, env = {} }: ExecInput): string =>
  [...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`), ...argv.map(quoted)].join(" ");

/** A word with a = in it is quoted too, unless it is a flag: as the first one it would set a variable. */
const quoted = (word: string): string =>
  /^(?:-[\w@%+=:,./-]*|[\w@%+:,./-]+)$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const stdinNote = ({ stdin }: ExecInput): string => (stdin === undefined ? "" : `\nwith this as its input:\n${stdin}`);

const outcome = (exit: Exit, asked: ExecInput): ToolOutcome => {
  const { code, signal, stdout, stderr } = exit;
  const wrong = problem(exit, asked.timeout_seconds);
  const errors = stderr === "" ? "" : `[stderr]\n${stderr}`;
  const parts: TextPart[] = [{ type: "text", text: outputText(stdout, errors, leftovers(exit)) }];
  const data = { exit_code: code, ...(signal !== undefined && { signal }), stdout, stderr };
  return wrong === undefined ? { ok: true, parts, data } : { ok: false, ...wrong, parts, data };
};
