/** The loop: a table from step to performer. It has no state; the log has it all. */
import { beginRun } from "./begin-run.ts";
import { changeMode } from "./change-mode.ts";
import { checkOutput } from "./check-output.ts";
import { closeCalls } from "./close-calls.ts";
import { compact } from "./compact.ts";
import { closeReply } from "./close-reply.ts";
import type { Context } from "./context.ts";
import { deliver } from "./deliver.ts";
import { endRun } from "./end-run.ts";
import { judgeCalls } from "./judge-calls.ts";
import { mindChildren } from "./mind-children.ts";
import { next, type Step } from "./next.ts";
import type { Performer } from "./performer.ts";
import { prepare } from "./prepare.ts";
import { runCalls } from "./run-calls.ts";
import { signatureDue, signHead } from "./sign-head.ts";
import { switchModel } from "./switch-model.ts";
import { think } from "./think.ts";
import { trim } from "./trim.ts";
import { urge } from "./urge.ts";
import { updateProfile } from "./update-profile.ts";
import { warn } from "./warn.ts";

const performers: { readonly [Do in Exclude<Step["do"], "rest" | "wait">]: Performer<Do> } = {
  deliver,
  "begin-run": beginRun,
  "close-reply": closeReply,
  "close-calls": closeCalls,
  prepare,
  "judge-calls": judgeCalls,
  "run-calls": runCalls,
  "change-mode": changeMode,
  "switch-model": switchModel,
  "check-output": checkOutput,
  urge,
  warn,
  "update-profile": updateProfile,
  trim,
  compact,
  "mind-children": mindChildren,
  think,
  "end-run": endRun,
};

/** Goes on until there is nothing to do or a person must answer. */
export const loop = async (context: Context): Promise<void> => {
  for (;;) {
    if (signatureDue(context)) await signHead(context);
    const step = next(context.status());
    if (step.do === "rest" || step.do === "wait") return context.saved();
    const perform = performers[step.do] as Performer<typeof step.do>;
    await perform(context, step);
  }
};
