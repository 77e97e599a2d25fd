/** The vocabulary of the log: what each kind of event means, which fields are sealed in its line and which rest in its body. */
import { z } from "zod";
import { agentBirth, agentKinds, asker } from "./agent-kinds.ts";
import { callFailure, modelFailure } from "./error.ts";
import { contextKinds } from "./context-kinds.ts";
import { filesKinds } from "./files-kinds.ts";
import { by, command, estimatedUsd, kind, taint } from "./kind.ts";
import { contentPart, replyPart } from "./message.ts";
import { skillUse } from "./skill.ts";
import { effect, finalState, hold, mode, purpose, ruleEntry, runSettings, stopReason, target, usage } from "./terms.ts";

const call = z.string().describe("the call's id");

/** Sealed fields prove structure for ever; body fields hold what may have to be erased, so readers do without them. */
export const eventKinds = {
  "session.opened": kind(
    "A session begins.",
    {
      schema: z.number().describe("version of this vocabulary"),
      cwd: z.string(),
      user: z.string(),
      kind: z.enum(["main", "agent", "user"]).describe("user: the log of what is known of the user"),
      trace: z.string().describe("W3C trace id, 32 hex digits"),
      parent: z
        .object({ session: z.string(), seq: z.number(), seal: z.string(), call: z.string().optional() })
        .optional()
        .describe("where it was forked or spawned from"),
      agent: agentBirth.optional().describe("what a sub-agent is held to"),
    },
    {
      prompt: z.string().describe("what a sub-agent is told beside the system prompt"),
      rules: z.array(ruleEntry).describe("what a person answered for longer before it began"),
    },
  ),
  "session.named": kind("It has a new title.", { by, command }, { title: z.string() }),
  "policy.loaded": kind("The rules that calls are judged by.", {
    roots: z.array(z.string()).describe("the directories that calls may touch"),
    confined: z.array(z.string()).describe("what the world confines"),
    unconfined: z.array(z.string()).describe("what it does not"),
    sandbox: z.string().optional().describe("name of the sandbox that commands run in"),
    holds: z.array(hold).optional().describe("what the kernel enforces on commands"),
    rules: z
      .array(ruleEntry)
      .optional()
      .describe("in the order of their sources; answers for the session are not among them"),
  }),
  "mode.changed": kind("Calls run more or less freely from here.", { from: mode.optional(), to: mode, by, command }),

  "run.started": kind("Work begins on what was said.", {
    settings: runSettings,
    origin: z.enum(["user", "queue", "agent", "schedule"]),
  }),
  "run.ended": kind(
    "Work ends. Illegal while a call is open.",
    { state: finalState, why: z.string().describe("which rule ended it") },
    { message: z.string() },
  ),

  "user.said": kind(
    "A message for the model.",
    {
      origin: z
        .enum(["user", "continue", "nudge", "verify", "repair", "agent"])
        .describe("the user, the guard that wrote it, or a sub-agent"),
      delivers: z.number().optional().describe("seq of the queued message, or of the report, that it delivers"),
      taint,
      command,
    },
    { parts: z.array(contentPart) },
  ),
  "message.queued": kind(
    "Said while a run was under way.",
    {
      steer: z.boolean().describe("taken in at the next step instead of after the run"),
      skill: skillUse.optional().describe("what it calls, in force once it is delivered"),
      taint,
      command,
    },
    { parts: z.array(contentPart) },
  ),
  "message.withdrawn": kind("A queued message is taken back.", { queued: z.number(), command }),
  "cancel.asked": kind("The run is to stop.", { by, command }),

  ...contextKinds,

  "model.asked": kind("A request goes to a model.", {
    purpose: purpose.describe("an answer is a step; all others are asked on the side"),
    model: z.string(),
    attempt: z.number().describe("1 for the first try of a step"),
    blocks: z
      .object({ kept: z.number(), added: z.array(z.string()) })
      .describe("how many blocks of the last request for an answer begin this one, and the digests of the others"),
    chars: z
      .number()
      .optional()
      .describe("length of the request as JSON, an image at a fixed worth: what characters a token are learned from"),
    reservedUsd: z
      .number()
      .optional()
      .describe(
        "an upper estimate of its cost, counted as spent until it is answered; absent when the price is unknown",
      ),
  }),
  "model.replied": kind(
    "A model's whole reply.",
    {
      purpose: purpose.optional().describe("absent for an answer"),
      model: z.string(),
      stop: stopReason,
      usage: usage.optional().describe("absent when the provider did not say"),
      costUsd: z.number().optional().describe("absent when unknown"),
      estimatedUsd,
      durationMs: z.number(),
      calls: z.array(z.object({ id: z.string(), name: z.string() })),
      partial: z.boolean().optional().describe("cut off by a cancel or a crash"),
      unknown: z.number().optional().describe("wire events that were not understood and skipped"),
    },
    { parts: z.array(replyPart) },
  ),
  "model.failed": kind(
    "A request came to nothing.",
    {
      purpose: purpose.optional().describe("absent for an answer"),
      category: modelFailure,
      status: z.number().optional(),
      again: z.boolean().describe("whether it is tried again"),
      waitMs: z.number().describe("how long to wait before that"),
      durationMs: z.number(),
      estimatedUsd,
    },
    { message: z.string(), parts: z.array(replyPart).describe("what had arrived") },
  ),

  "model.switched": kind("The run goes on with another model, in the same step.", {
    from: z.string(),
    to: z.string(),
    why: z.string(),
  }),
  "output.checked": kind(
    "The answer was held against the schema that it has to fit.",
    { ok: z.boolean() },
    { problem: z.string() },
  ),

  "call.allowed": kind("A call may run.", {
    call,
    name: z.string(),
    rule: z.string(),
    effects: z.array(effect),
    parallel: z.boolean(),
  }),
  "call.denied": kind(
    "A call may not run; this is its outcome.",
    {
      call,
      name: z.string(),
      rule: z.string(),
      category: callFailure,
      mark: z.string().describe("as in call.finished"),
    },
    { reason: z.string() },
  ),
  "call.asked": kind(
    "A person is asked: for approval, or by the tool itself.",
    {
      call,
      name: z.string(),
      kind: z.enum(["approval", "question"]),
      rule: z.string(),
      effects: z.array(effect),
      parallel: z.boolean(),
      digest: z.string().describe("sha256 of tool, input and targets: what an approval is bound to"),
      modes: z.array(mode).optional().describe("an answer that is one of them changes the mode"),
      child: asker,
    },
    {
      question: z.string(),
      options: z.array(z.string()),
      preview: z.string().describe("what would happen: a diff, a command, a host"),
      grant: z.string().describe("the rule that an answer for the session would add"),
    },
  ),
  "call.answered": kind(
    "A person answered. A no is the call's outcome.",
    {
      call,
      decision: z.enum(["yes", "no"]),
      scope: z.enum(["once", "session", "always"]),
      mode: mode.optional().describe("the mode to go on in, when the answer was one"),
      by,
      child: asker,
      command,
    },
    { text: z.string(), grant: z.string(), input: z.unknown() },
  ),
  "call.started": kind(
    "A call begins; written before it has any effect.",
    { call, name: z.string(), effects: z.array(effect) },
    { input: z.unknown(), targets: z.array(target) },
  ),
  "call.finished": kind(
    "A call's outcome.",
    {
      call,
      name: z.string(),
      ok: z.boolean(),
      category: callFailure.optional(),
      mark: z.string().describe("hash of tool, input and output, for the no-progress rule"),
      durationMs: z.number(),
      chars: z.number().describe("length of the whole output's text"),
      concludes: z.boolean().optional().describe("its output is the answer of the run, which ends with it"),
      taint: z.array(z.string()).optional().describe("where untrusted text in the output came from"),
    },
    {
      output: z.array(contentPart),
      diff: z.string().describe("what changed in files, for people"),
      files: z.array(z.string()).describe("paths it changed"),
    },
  ),

  ...filesKinds,
  ...agentKinds,

  "guard.tripped": kind("A safety net caught something.", {
    guard: z.enum([
      "continuation",
      "no_progress",
      "verify",
      "repair",
      "limit_near",
      "compaction",
      "profile",
      "checkpoint",
    ]),
    detail: z.string(),
  }),
  "secret.redacted": kind("Secrets were taken out of a text before it was written down, sent or shown.", {
    place: z.string().describe("what the text was: a kind of event, a delta"),
    call: z.string().optional(),
    found: z.array(
      z.object({
        kind: z.string().describe("which kind of secret"),
        digest: z.string().describe("keyed, so that the same secret is recognisable and cannot be guessed"),
        count: z.number(),
      }),
    ),
  }),
  "injection.flagged": kind(
    "Text that came from outside looks as if it gave orders or hid something.",
    {
      source: z.string().describe("where the text came from"),
      shapes: z.array(z.string()),
      call: z.string().optional(),
    },
    { excerpt: z.string() },
  ),
  "egress.opened": kind("A command or a tool opened a connection, or was refused one.", {
    call: z.string().optional(),
    host: z.string(),
    port: z.number(),
    allowed: z.boolean(),
    rule: z.string().describe("what allowed or refused it"),
  }),

  "body.erased": kind("Bodies of lines were erased; written before they are. The lines themselves stay.", {
    seqs: z.array(z.number()),
    by,
  }),
  "log.signed": kind("The log up to here was signed with the key of this installation.", {
    seq: z.number().describe("of the last line that is signed"),
    count: z.number().describe("of lines that are signed"),
    seal: z.string().describe("of the last line that is signed"),
    key: z.string().describe("id of the key"),
    signature: z.string().describe("ed25519, base64"),
  }),
} as const;
