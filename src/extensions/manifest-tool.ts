/** A plug-in as a tool: a process of its own in the sandbox, one JSON text in, one out. */
import { resolve } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import type { Effect, Target } from "../contract/terms.ts";
import { failure, fromJsonSchema, type Input, type Tool, tool, type ToolOutcome } from "../contract/tool.ts";
import type { Exec, Exit } from "../contract/world.ts";
import type { Manifest } from "./manifest.ts";

/** Where a plug-in stands, and whether a sandbox will hold it to its permissions. */
export interface PluginPlace {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly sandbox: "on" | "off";
}

/** How much a plug-in may say. */
const maxChars = 1_000_000;
const mebibyte = 1024 * 1024;

/**
 * Protocol 1: standard input is `{ protocol, call, input, workspace }`; standard output is `{ ok: true, output }` or
 * `{ ok: false, error }`, and nothing else; standard error is shown to whoever watches. KelsonError `bad_input` when a schema
 * is none.
 */
export const manifestTool = ({ directory, manifest, sandbox }: PluginPlace): Tool => {
  const { name, description, permissions, timeout, output } = manifest;
  return tool({
    name,
    description,
    input: schema(manifest, "input", manifest.input),
    ...(output !== undefined && { output: schema(manifest, "output", output) }),
    effects: effectsOf(permissions, sandbox),
    parallel: !permissions.includes("fs_write"),
    targets: () => targetsOf(manifest),
    run: async (input, { call, world, signal, output: watched }) => {
      signal.throwIfAborted();
      const asked = JSON.stringify({ protocol: 1, call, input, workspace: world.root });
      const running = await world.exec({
        argv: argvOf(manifest, directory),
        stdin: { text: `${asked}\n` },
        stderr: "apart",
        timeoutMs: timeout * 1_000,
        maxChars,
        limits: { memoryBytes: manifest.memory * mebibyte },
        confine: sandbox === "on" ? confinementOf(permissions) : undefined,
        signal,
        output: watched,
      });
      return outcomeOf(manifest, await running.exit);
    },
  });
};

/** `none` is no effect: such a tool only thinks. Without a sandbox any of them may do anything. */
const effectsOf = (permissions: Manifest["permissions"], sandbox: PluginPlace["sandbox"]): Effect[] => {
  const effects = permissions.flatMap((given): Effect[] => (given === "none" ? [] : [effectOf[given]]));
  return sandbox === "on" || effects.includes("execute") ? effects : [...effects, "execute"];
};

const effectOf = { fs_read: "read", fs_write: "write", network: "network", shell: "execute" } as const;

const confinementOf = (permissions: Manifest["permissions"]): Exec["confine"] => ({
  writes: permissions.includes("fs_write") ? "workspace" : "nothing",
  network: permissions.includes("network") ? "hosts" : "nothing",
});

const targetsOf = ({ permissions, allowed_paths: paths, hosts }: Manifest): Target[] => {
  const access = permissions.includes("fs_write") ? "write" : "read";
  return [
    ...paths.map((path): Target => ({ kind: "path", path, access })),
    ...hosts.map((host): Target => ({ kind: "host", host })),
  ];
};

const argvOf = ({ command }: Manifest, directory: string): [string, ...string[]] => {
  const [program = "", ...words] = command.map((word) => (word.startsWith("./") ? resolve(directory, word) : word));
  return [program, ...words];
};

const schema = ({ name }: Manifest, which: string, json: unknown): Input<unknown> => {
  try {
    return fromJsonSchema(json);
  } catch (cause) {
    throw new KelsonError("bad_input", `the ${which} schema of the tool ${name} is none: ${sentenceOf(cause)}`, {
      cause,
    });
  }
};

const outcomeOf = ({ name, timeout }: Manifest, { ended, code, signal, stdout, stderr }: Exit): ToolOutcome => {
  if (ended === "timeout") return failure(`${name} was not done after ${timeout} s, and so ended`, "timeout");
  if (ended === "aborted") return failure(`${name} was stopped before it was done`, "interrupted");
  const answer = answerIn(stdout);
  if (answer?.ok === true)
    return { ok: true, parts: [{ type: "text", text: textOf(answer.output) }], data: answer.output };
  if (answer?.ok === false) return failure(String(answer.error));
  const how = code === 0 ? "" : ` and ended with ${code === null ? signal : `code ${code}`}`;
  return failure(
    `${name} gave no answer of the protocol${how}: ${excerpt(stdout) || excerpt(stderr) || "nothing at all"}`,
  );
};

type Answer = { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly error: unknown };

const answerIn = (stdout: string): Answer | undefined => {
  try {
    const value = JSON.parse(stdout) as Partial<Record<"ok" | "output" | "error", unknown>> | null;
    if (value?.ok === true && "output" in value) return { ok: true, output: value.output };
    return value?.ok === false && "error" in value ? { ok: false, error: value.error } : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (output: unknown): string => (typeof output === "string" ? output : JSON.stringify(output));

const excerptChars = 300;
const excerpt = (text: string): string => text.trim().slice(0, excerptChars).toWellFormed();
