/** The items of Codex' JSON lines, and what a call is among them. */
import type { EventData } from "../../contract/event.ts";
import { textOf } from "../../contract/message.ts";
import { callSubject } from "../../folds/call-subject.ts";
import { readPlan } from "../../folds/plan.ts";

type ItemStatus = "in_progress" | "completed" | "failed";

/** What an item is, without its id. Fields bear the names that scripts know from Codex. */
export type CodexItem =
  | { readonly type: "agent_message" | "reasoning"; readonly text: string }
  | { readonly type: "error"; readonly message: string }
  | {
      readonly type: "command_execution";
      readonly command: string;
      readonly aggregated_output: string;
      /** Null when it did not end by itself, or is no command of a shell. */
      readonly exit_code: number | null;
      readonly status: ItemStatus;
    }
  | { readonly type: "file_change"; readonly changes: readonly FileChange[]; readonly status: ItemStatus }
  | { readonly type: "todo_list"; readonly items: readonly { readonly text: string; readonly completed: boolean }[] };

interface FileChange {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
}

/** A call that is under way, as an item. */
export const startedItem = ({ name, input, effects }: EventData<"call.started">): CodexItem => {
  const plan = name === "update_plan" ? readPlan(input) : undefined;
  if (plan !== undefined) {
    return {
      type: "todo_list",
      items: plan.steps.map(({ step, status }) => ({ text: step, completed: isDone(status) })),
    };
  }
  if (effects.includes("write") && !effects.includes("execute")) {
    return { type: "file_change", changes: pathsIn(input), status: "in_progress" };
  }
  const command = commandIn(name, input);
  return { type: "command_execution", command, aggregated_output: "", exit_code: null, status: "in_progress" };
};

/** The same item with its outcome. */
export const finishedItem = (item: CodexItem, { ok, output, diff, files }: EventData<"call.finished">): CodexItem => {
  const status = ok ? "completed" : "failed";
  const text = textOf(output ?? []);
  if (item.type === "command_execution") {
    return { ...item, aggregated_output: text, exit_code: ok ? 0 : exitCode(text), status };
  }
  if (item.type !== "file_change") return item;
  const changes = files?.map((path) => ({ path, kind: kindOf(path, diff) })) ?? item.changes;
  return { ...item, changes, status };
};

/** A call that was not allowed to run. */
export const deniedItem = (name: string, reason: string): CodexItem => ({
  type: "command_execution",
  command: name,
  aggregated_output: reason,
  exit_code: null,
  status: "failed",
});

const isDone = (status: string): boolean => status === "completed";

const commandIn = (name: string, input: unknown): string => {
  const { command, argv } = (input ?? {}) as { command?: unknown; argv?: unknown };
  if (typeof command === "string") return command;
  if (Array.isArray(argv)) return argv.join(" ");
  return `${name} ${callSubject(input)}`.trimEnd();
};

const pathsIn = (input: unknown): FileChange[] => {
  const { path } = (input ?? {}) as { path?: unknown };
  return typeof path === "string" ? [{ path, kind: "update" }] : [];
};

const kindOf = (path: string, diff = ""): FileChange["kind"] => {
  if (diff.includes(`--- /dev/null\n+++ b/${path}\n`)) return "add";
  return diff.includes(`--- a/${path}\n+++ /dev/null\n`) ? "delete" : "update";
};

const exitCode = (output: string): number | null => {
  const code = /^Error \[exception\]: exit code (\d+)/u.exec(output)?.[1];
  return code === undefined ? null : Number(code);
};
