/** The sentences that a transcript has for what happened beside messages and calls. */
import type { Event, EventType } from "../contract/event.ts";
import { isAnswer } from "./is-answer.ts";
import type { NoticeItem } from "./transcript-item.ts";

/** Kinds that are told in a sentence, or not at all. */
const sentences = {
  "session.opened": ({ data }) => {
    if (data.agent !== undefined) return detail(`agent ${data.agent.name} of ${data.parent?.session}`);
    return detail(data.parent ? `forked from ${data.parent.session}` : `opened in ${data.cwd}`);
  },
  "session.named": ({ data }) => (data.title === undefined ? undefined : detail(`named: ${data.title}`)),
  "policy.loaded": ({ data }) =>
    detail(
      `calls may touch ${data.roots.join(", ")}; not confined: ${data.unconfined.length > 0 ? data.unconfined.join("; ") : "nothing"}`,
    ),
  "mode.changed": ({ data }) => noted(`permission mode ${data.to}${data.from ? `, was ${data.from}` : ""}`),
  "run.started": ({ data }) => detail(`run with ${data.settings.model}`),
  "cancel.asked": () => noted("cancel asked"),
  "context.loaded": ({ data }) => detail(`loaded ${data.layer} from ${data.source}`),
  "skill.used": ({ data: { name, source, by, allowedTools: only, session } }) => {
    const where = session === undefined ? "" : ` in ${session}`;
    const limit = only === undefined ? "" : `; only these calls may run: ${only.join(", ") || "none"}`;
    return noted(`skill ${name} (${source}), called by the ${by}${where}${limit}`);
  },
  "context.compacted": ({ data: { to, from, summarised, by, through, summary } }) => ({
    ...noted(`${to - from} messages made way${summarised ? " for a summary" : ""} (${by})`),
    ...(through !== undefined && { through, summary }),
  }),
  "context.trimmed": ({ data }) =>
    noted(`${data.outputs.length} old outputs were cut from what the model reads (some ${data.tokens} tokens)`),
  "compaction.asked": ({ data }) => noted(`a summary is asked for${data.focus ? `: ${data.focus}` : ""}`),
  "tools.offered": ({ data }) => data.tools && detail(`tools: ${data.tools.map((tool) => tool.name).join(", ")}`),
  "model.asked": ({ data }) => {
    if (!isAnswer(data)) return detail(`asking ${data.model} on the side: ${data.purpose}`);
    return data.attempt > 1 ? detail(`asking ${data.model} again, try ${data.attempt}`) : undefined;
  },
  "model.failed": ({ data }) => {
    const status = data.status === undefined ? "" : ` ${data.status}`;
    const then = data.again ? `; trying again in ${(data.waitMs / 1000).toFixed(1)} s` : "";
    return {
      level: "warn",
      text: `${isAnswer(data) ? "model" : `model asked on the side (${data.purpose})`} failed (${data.category}${status})${data.message ? `: ${data.message}` : ""}${then}`,
    };
  },
  "model.switched": ({ data }) => noted(`goes on with ${data.to} instead of ${data.from}: ${data.why}`),
  "output.checked": ({ data }) =>
    data.ok ? undefined : { level: "warn", text: `the answer does not fit its schema: ${data.problem ?? "[erased]"}` },
  "agent.spawned": ({ data }) =>
    noted(
      `agent ${data.agent}${data.title ? `: ${data.title}` : ""} began${data.background ? " in the background" : ""} (${data.child})`,
    ),
  "guard.tripped": ({ data }) => ({ level: "warn", text: `${guards[data.guard]}: ${data.detail}` }),
  "profile.learned": ({ data }) => noted(`version ${data.version} of what is known of the user, by the ${data.by}`),
  "profile.cleared": () => noted("what was known of the user was cleared"),
  "secret.redacted": ({ data }) =>
    noted(`redacted ${data.found.map(({ kind, count }) => `${count} ${kind}`).join(", ")} in ${data.place}`),
  "injection.flagged": ({ data }) => ({
    level: "warn",
    text: `text from ${data.source} looks like an injection: ${data.shapes.join(", ")}`,
  }),
  "egress.opened": ({ data }) =>
    data.allowed
      ? detail(`connected to ${data.host}:${data.port}`)
      : { level: "warn", text: `refused a connection to ${data.host}:${data.port} (${data.rule})` },
  "files.saved": ({ data }) =>
    data.changes > 0
      ? detail(`${counted(data.changes, "path")} changed by ${data.call ?? "somebody else"}`)
      : undefined,
  "files.restored": ({ data: { changes, kept } }) =>
    noted(`${counted(changes, "path")} put back${kept > 0 ? `, ${String(kept)} left as they were` : ""}`),
  "body.erased": ({ data }) => noted(`erased the content of ${data.seqs.length} lines`),
  "log.signed": ({ data }) => detail(`signed up to line ${data.seq} with key ${data.key}`),
} satisfies { [T in EventType]?: (event: Event<T>) => Notice | undefined };

type Notice = Pick<NoticeItem, "level" | "text" | "through" | "summary">;

export type Noted = keyof typeof sentences;

export const noticeOf = (event: Event<Noted>): Notice | undefined =>
  (sentences[event.type] as (event: Event<Noted>) => Notice | undefined)(event);

const guards = {
  continuation: "reply cut off",
  no_progress: "no progress",
  verify: "self-check",
  repair: "answer sent back",
  limit_near: "near a limit",
  compaction: "compaction failed",
  profile: "nothing was learned of you",
  checkpoint: "files cannot be rewound",
} as const;

const counted = (count: number, what: string): string => `${String(count)} ${what}${count === 1 ? "" : "s"}`;

const detail = (text: string): Notice => ({ level: "detail", text });
const noted = (text: string): Notice => ({ level: "note", text });

/** How a sub-agent ended, what it took, and whether a person was missing. */
export const reportNotice = ({ ok, state, steps, costUsd, unasked = 0 }: Event<"agent.reported">["data"]): Notice => {
  const took = `${steps} ${steps === 1 ? "step" : "steps"}, ${costUsd === undefined ? "price unknown" : `$${costUsd.toFixed(4)}`}`;
  const missed = unasked === 0 ? "" : `; ${unasked} ${unasked === 1 ? "call" : "calls"} needed a person`;
  return { level: ok && unasked === 0 ? "note" : "warn", text: `${state.replaceAll("_", " ")}: ${took}${missed}` };
};
