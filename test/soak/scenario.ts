/** What is worked on while processes are killed: two tasks of one session, with sub-agents, approvals and a window that fills. */
import type { Reply, ReplyCall } from "../../src/testing/model-server/reply.ts";
import type { ServedRequest } from "../../src/testing/model-server/server.ts";

/** Said one after the other. The names in brackets tell the model whose part it plays. */
export const tasks: readonly string[] = ["[root] Do the first half.", "[root] Now do the second half."];

/** What another process says to the session, which changes nothing. */
export const aside = (number: number): string => `By the way ${number}: go on.`;
export const isAside = (said: string): boolean => said.startsWith("By the way");

/** Lines that the calls add to this file of the workspace are what they did, whatever a log says. */
export const effectsFile = "effects.txt";

/** A file of the workspace that fills a window when it is read a few times. */
export const bigFile = {
  name: "big.txt",
  text: "This line says nothing that matters, and says it at some length.\n".repeat(120),
};

const bash = (command: string): Call => ({ name: "bash", input: { command } });
const effect = (name: string): Call => bash(`echo ${name} >> ${effectsFile}`);
/** Is asked about. */
const risky = (name: string): Call => bash(`touch ${name} && echo ${name} >> ${effectsFile}`);
const read: Call = { name: "read_file", input: { path: bigFile.name } };
const agent = (name: string, background = false): Call => ({
  name: "agent",
  input: { description: `part ${name}`, prompt: `[${name}] Do your part.`, run_in_background: background },
});

type Call = Pick<ReplyCall, "name" | "input">;

/** Of each part, of each task of it, what it calls step by step. */
const parts: Readonly<Record<string, readonly (readonly (readonly Call[])[])[]>> = {
  root: [
    [
      [read, read, effect("root-1")],
      [agent("left"), agent("right"), agent("side", true)],
      [effect("root-3a"), effect("root-3b")],
      [read, read, effect("root-4")],
    ],
    [[risky("root-5")], [read, read, effect("root-6")], [agent("late"), effect("root-7")], [effect("root-8")]],
  ],
  left: [[[effect("left-1")], [agent("deep")], [risky("left-3")]]],
  right: [[[read, effect("right-1")], [effect("right-2")]]],
  side: [[[effect("side-1")], [effect("side-2")]]],
  deep: [[[effect("deep-1")], [read, effect("deep-2")]]],
  late: [[[effect("late-1")]]],
};

/** The flags of every run: what is asked about waits for `kelson answer`. */
export const flags: readonly string[] =
  "--permission-mode accept-edits --ask Bash(touch:*) --on-ask pause --context-window 16000 --output-format stream-json".split(
    " ",
  );

/**
 * Answers by what the request says was done, as a model would: so it does not matter how often it is asked. A part that has
 * done all its steps says so, again if need be.
 */
export const reply = ({ text, body }: ServedRequest): Reply => {
  const name = /\[(\w+)\]/u.exec(JSON.stringify(body.messages[0]))?.[1] ?? "";
  const done = stepsDone(text, name);
  const usage = { input: Math.ceil(text.length / charsPerToken), output: 40 };
  // Some take long enough for drafts to be kept.
  const pace = { usage, delayMs: done % 3 === 2 ? 10 : 1 };
  if (text.includes("Write a record of it")) return { ...pace, text: `Step ${done} of ${name} is done.` };
  const steps = (parts[name] ?? []).slice(0, text.includes(tasks[1]!) ? 2 : 1).flat();
  const calls = steps[done];
  if (calls === undefined) return { ...pace, text: `All that ${name} was told is done. ${spoken}` };
  const step = done + 1;
  const ids = calls.map((call, index) => ({ ...call, id: `call_${name}_${step}_${index}` }));
  // The number comes last, so that only a whole reply counts.
  return { ...pace, pieceChars: 8, text: `${spoken} Step ${step} of ${name} is next.`, calls: ids };
};

const charsPerToken = 3;
const spoken = "I look at what was done, and say at some length what I do now and why that is right. ".repeat(3);

const stepsDone = (text: string, name: string): number =>
  Math.max(0, ...[...text.matchAll(new RegExp(`Step (\\d+) of ${name}\\b`, "gu"))].map(([, step]) => Number(step)));
