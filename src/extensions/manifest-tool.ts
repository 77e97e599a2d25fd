/** A plug-in as a tool: a process of its own in the sandbox, one JSON text in, one out. */
import { KelsonError, sentenceOf } from "../contract/error.ts";
import type { Effect, Target } from "../contract/terms.ts";
import { failure, fromJsonSchema, type Input, type Tool, tool, type ToolOutcome } from "../contract/tool.ts";
import type { Confine, Exit } from "../contract/world.ts";
import { excerpt, maxChars, readAnswer } from "./answer.ts";
import { argvOf } from "./argv.ts";
import type { Manifest } from "./manifest.ts";

/** Where a plug-in stands, and whether a sandbox will hold it to its permissions. */
export interface HeldTool {
  /** Real and absolute. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly sandbox: "on" | "off";
}

const mebibyte = 1024 * 1024;

/**
 * Protocol 1: standard input is `{ protocol, call, input, workspace }`, standard output is read by `readAnswer`, standard
 * error is shown to whoever watches. KelsonError `bad_input` when a schema is none.
 */
export const manifestTool = ({ directory, manifest, sandbox }: HeldTool): Tool => {
  const { name, description, permissions, timeout, memory, output } = manifest;
  return tool({
    name,
    description,
    input: schema(manifest, "input", manifest.input),
    ...(output !== undefined && { output: schema(manifest, "output", output) }),
    effects: effectsOf(permissions, sandbox),
    parallel: !permissions.includes("fs_write") && !permissions.includes("shell"),
    targets: () => targetsOf(manifest),
    run: async (input, { call, world, signal, output: watched }) => {
      signal.throwIfAborted();
      const asked = JSON.stringify({ protocol: 1, call, input, workspace: world.root });
      const running = await world.exec({
        argv: await argvOf(manifest, directory),
        stdin: { text: `${asked}\n` },
        stderr: "apart",
        timeoutMs: timeout * 1_000,
        maxChars,
        limits: { memoryBytes: memory * mebibyte },
        confine: confinementOf(permissions),
        reads: [directory],
        signal,
        output: (text, from) => {
          if (from === "stderr") watched(text);
        },
      });
      return outcomeOf(manifest, await running.exit);
    },
  });
};

/** No sandbox holds what a program reads, so every plug-in reads; and where none holds it, any may do anything. */
const effectsOf = (permissions: Manifest["permissions"], sandbox: HeldTool["sandbox"]): readonly Effect[] => [
  ...new Set<Effect>([
    "read",
    ...permissions.flatMap((given): readonly Effect[] => effectOf[given]),
    ...(sandbox === "off" ? (["execute"] as const) : []),
  ]),
];

const effectOf = {
  none: [],
  fs_read: [],
  fs_write: ["write"],
  network: ["network"],
  shell: ["execute"],
} as const satisfies Record<string, readonly Effect[]>;

/** One that may use the shell is held to no less than any command. */
const confinementOf = (permissions: Manifest["permissions"]): Confine | undefined =>
  permissions.includes("shell")
    ? undefined
    : {
        writes: permissions.includes("fs_write") ? "workspace" : "nothing",
        network: permissions.includes("network") ? "hosts" : "nothing",
      };

const targetsOf = ({ permissions, allowed_paths: paths, hosts }: Manifest): Target[] => {
  const access = permissions.includes("fs_write") ? "write" : "read";
  const workspace = permissions.some((given) => given.startsWith("fs_")) ? ["."] : [];
  return [
    ...[...workspace, ...paths].map((path): Target => ({ kind: "path", path, access })),
    ...hosts.map((host): Target => ({ kind: "host", host })),
  ];
};

/** A schema that leads in a circle shows itself only when something is checked with it. */
const schema = ({ name }: Manifest, which: string, json: unknown): Input<unknown> => {
  try {
    const made = fromJsonSchema(json);
    made.parse({});
    return { json, parse: (value) => checked(made, value) };
  } catch (cause) {
    throw new KelsonError("bad_input", `the ${which} schema of the tool ${name} is none: ${sentenceOf(cause)}`, {
      cause,
    });
  }
};

const checked: (schema: Input<unknown>, value: unknown) => ReturnType<Input<unknown>["parse"]> = (schema, value) => {
  try {
    return schema.parse(value);
  } catch (error) {
    return { ok: false, message: `it cannot be checked: ${sentenceOf(error)}` };
  }
};

const outcomeOf = (manifest: Manifest, exit: Exit): ToolOutcome => {
  const { name, timeout } = manifest;
  if (exit.ended === "timeout") return failure(`${name} was not done after ${timeout} s, and so ended`, "timeout");
  if (exit.ended === "aborted") return failure(`${name} was stopped before it was done`, "interrupted");
  const answer = readAnswer(exit.stdout);
  if (answer.kind === "error") return failure(answer.error);
  const end = endOf(manifest, exit);
  if (answer.kind === "output" && end === undefined) {
    const { output } = answer;
    return { ok: true, parts: [{ type: "text", text: textOf(output) }], data: output };
  }
  const fault = answer.kind === "none" ? [answer.fault] : [];
  const said = exit.stderr.trim() === "" ? "" : `; it said: ${excerpt(exit.stderr)}`;
  return failure(`${name} ${[...fault, ...(end ?? [])].join(" and ")}${said}`);
};

/** How it ended, when not as it should. */
const endOf = ({ memory }: Manifest, { code, signal }: Exit): readonly [string] | undefined => {
  if (code === 0) return undefined;
  if (code !== null) return [`ended with code ${code}`];
  const why = signal === "SIGKILL" ? `, as one does that takes more than its ${memory} MB` : "";
  return [`was ended by ${signal ?? "a signal"}${why}`];
};

const textOf = (output: unknown): string =>
  typeof output === "string" ? output.toWellFormed() : JSON.stringify(output);
